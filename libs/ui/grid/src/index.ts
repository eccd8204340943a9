export { assignmentText } from './cell-view';
export { Finder, type Option } from './finder';
export { type MenuItem } from './grid-menu';
export {
  type Assignment,
  type Effect,
  effectOf,
  type GridCell,
  type GridPage,
  type GridRow,
  type GridSource,
  type PageQuery,
  type PathStep,
  type UnregisteredPage,
  type UnregisteredRows,
} from './grid-source';
export { GridState } from './grid-state';
export type { GridTexts } from './grid-texts';
export { type Edit, PendingEdits, type RemoteChange, sameAssignment, withoutRemote } from './pending-edits';
export { type ActionRequest, type CellRequest, PermissionGrid } from './permission-grid';
export { GridLegend, type LegendTexts } from './grid-legend';
export { Shortcuts } from './shortcuts';
export type { Branch } from './tree-rows';
