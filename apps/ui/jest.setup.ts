import { setupZonelessTestEnv } from 'jest-preset-angular/setup-env/zoneless';

setupZonelessTestEnv({ errorOnUnknownElements: true, errorOnUnknownProperties: true });

// jsdom has the dialog element, but cannot open it. Browser tests check that dialogs are modal.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement): void {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement): void {
  this.open = false;
};

// Each test begins with the page of a browser that has never been here, whichever tests ran before.
afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  const page = document.documentElement;
  for (const name of page.getAttributeNames()) page.removeAttribute(name);
});
