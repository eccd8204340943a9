import { TestBed } from '@angular/core/testing';
import type { SynchronizationSource } from '@gatehouse/ui-data';
import { StubbedApi } from '@gatehouse/ui-data/testing';
import { render, type Rendered } from '@gatehouse/ui-kit/testing';
import { SyncPreview } from './sync-preview';

const PREVIEW = 'POST /prefix/synchronization/preview';
const SOURCE = {
  service_type: 'thredds',
  service_sync_type: 'thredds',
  service_url: 'https://data.example.org/thredds',
} as SynchronizationSource;

const resource = (number: number, parent: number | null, name: string, problem: string | null = null) => ({
  number,
  parent_number: parent,
  resource_name: name,
  resource_display_name: name,
  resource_type: 'file',
  problem,
});
const aPreview = (fields: object = {}) => ({
  preview: {
    progress: { documents: 2, resources: 3, bytes: 900 },
    complete: true,
    stopped: null,
    skipped: [],
    resources: [resource(1, null, 'a'), resource(2, null, 'top.nc'), resource(3, 1, 'x.nc')],
    failure: null,
    ...fields,
  },
});

describe('the preview of a service', () => {
  let api: StubbedApi;
  let page: Rendered<SyncPreview>;

  const rows = () =>
    [...page.element.querySelectorAll<HTMLElement>('.tree > li')].map(
      (row) => `${row.style.getPropertyValue('--level')} ${row.querySelector('.name')?.textContent}`,
    );

  beforeEach(() => {
    TestBed.configureTestingModule({});
    api = new StubbedApi().answer(PREVIEW, aPreview());
  });

  it('waits for what is to be read', async () => {
    page = await render(SyncPreview, { source: undefined });
    await page.button('Preview').click();
    expect(api.requests).toEqual([]);
  });

  it('shows the tree of what the form has, each resource below its own', async () => {
    page = await render(SyncPreview, { source: SOURCE });
    await page.button('Preview').click();
    expect(api.requests.map(({ body }) => body)).toEqual([SOURCE]);
    expect(page.text).toContain('3 resources in 2 documents');
    expect(rows()).toEqual(['0 a', '1 x.nc', '0 top.nc']);
    page.fixture.componentRef.setInput('source', { ...SOURCE, service_url: 'https://other.example.org' });
    await page.settle();
    expect(rows()).toEqual([]);
  });

  it('says what is missing of a large service, and what could not be registered', async () => {
    const resources = [resource(1, null, 'a', 'name_invalid')];
    api.answer(PREVIEW, aPreview({ resources, stopped: 'source_too_slow', complete: false }));
    page = await render(SyncPreview, { source: SOURCE });
    await page.button('Preview').click();
    expect(page.text).toContain('The first 1 are shown.');
    expect(page.text).toContain('There is more.');
    expect(page.text).toContain('The name cannot be the name of a resource.');
  });

  it('says why nothing could be read', async () => {
    const failure = { code: 'source_unreachable', detail: 'http://x cannot be reached.', language: 'en' };
    api.answer(PREVIEW, aPreview({ resources: [], complete: false, failure }));
    page = await render(SyncPreview, { source: SOURCE });
    await page.button('Preview').click();
    expect(page.text).toContain('The service could not be read: the service cannot be reached.');
    api.refuse(PREVIEW, 429, { error_code: 'synchronization_preview_busy' });
    await page.button('Preview again').click();
    expect(page.text).toContain('synchronization_preview_busy');
  });
});
