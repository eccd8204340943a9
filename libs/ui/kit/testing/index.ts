export { BannerHarness } from './banner.harness';
export { ButtonHarness } from './button.harness';
export { DialogHarness } from './dialog.harness';
export { visibleText } from './find';
export { FieldHarness } from './field.harness';
export { RegionHarness } from './region.harness';
export { render, Rendered } from './rendered';
