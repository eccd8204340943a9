import type { Type } from '@angular/core';
import { type ComponentFixture, TestBed } from '@angular/core/testing';
import { BannerHarness } from './banner.harness';
import { ButtonHarness } from './button.harness';
import { DialogHarness } from './dialog.harness';
import { FieldHarness } from './field.harness';
import { visibleText } from './find';
import { RegionHarness } from './region.harness';

/** A component on a page, found and used the way a person does: by the words they see. */
export class Rendered<T> {
  constructor(
    readonly fixture: ComponentFixture<T>,
    readonly element: HTMLElement,
  ) {}

  /** Waits until requests, signals and the page are settled. */
  readonly settle = async (): Promise<void> => {
    await this.fixture.whenStable();
    // Answers that arrive in later turns of the event loop are not something Angular waits for.
    await new Promise((resolve) => setTimeout(resolve));
    await this.fixture.whenStable();
  };

  get text(): string {
    return visibleText(this.element);
  }

  button(name: string): ButtonHarness {
    return new ButtonHarness(this.element, name, this.settle);
  }

  field(label: string): FieldHarness {
    return new FieldHarness(this.element, label, this.settle);
  }

  banner(): BannerHarness {
    return new BannerHarness(this.element);
  }

  dialog(): DialogHarness {
    return new DialogHarness(this.element, this.settle);
  }

  /** A card, figure or other named region. */
  region(name: string): RegionHarness {
    return new RegionHarness(this.element, name);
  }
}

/** Puts a component on the page of the current test and waits for it. */
export async function render<T>(
  component: Type<T>,
  inputs: Readonly<Record<string, unknown>> = {},
): Promise<Rendered<T>> {
  const fixture = TestBed.createComponent(component);
  for (const [name, value] of Object.entries(inputs)) fixture.componentRef.setInput(name, value);
  // In the document, so that focus works as it does on a page.
  const page = document.createElement('div');
  page.append(fixture.nativeElement as HTMLElement);
  document.body.append(page);
  const rendered = new Rendered(fixture, page);
  await rendered.settle();
  return rendered;
}
