/** The outline of an icon on a 24 × 24 grid, as the `d` of one path that is stroked, not filled. */
export type IconShape = string;

export const alertIcon: IconShape =
  'M12 8v5m0 3.2v.1M10.3 4 2.6 17.5A2 2 0 0 0 4.3 20.5h15.4a2 2 0 0 0 1.7-3L13.7 4a2 2 0 0 0-3.4 0Z';
export const bookIcon: IconShape =
  'M12 6.5C10 4.8 7 4.5 3.5 4.8v13.7c3.5-.3 6.5 0 8.5 1.7 2-1.7 5-2 8.5-1.7V4.8C17 4.5 14 4.8 12 6.5Zm0 0V20.2';
export const checkIcon: IconShape = 'm5 12.5 4.5 4.5L19 7.5';
export const closeIcon: IconShape = 'M6 6l12 12M18 6 6 18';
export const externalIcon: IconShape =
  'M14 4.5h5.5V10M19 5l-8.5 8.5M17.5 14v4.5a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1H10';
export const eyeIcon: IconShape =
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm9.5 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z';
export const eyeOffIcon: IconShape =
  'M4 4l16 16M9.9 5.8A9.6 9.6 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.7 3.5M6.4 7.4A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9.4 9.4 0 0 0 4.3-1M9.9 9.9a3 3 0 0 0 4.2 4.2';
export const filesIcon: IconShape =
  'M7.5 6.5V4.5a1 1 0 0 1 1-1h6l4.5 4.5v8a1 1 0 0 1-1 1h-2M14 3.5V8h5M5 7.500h6l4.500 4.5v7.500a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1Z';
export const groupsIcon: IconShape =
  'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6.5 8c0-3.6 2.9-5.5 6.5-5.5s6.5 1.9 6.5 5.5M16 4.8a3.5 3.5 0 0 1 0 6.4m2 3.2c2.1.7 3.5 2.4 3.5 5.1';
export const homeIcon: IconShape = 'm3.5 11 8.5-7 8.5 7M5.5 9.5V20h4.5v-5.5h4V20h4.5V9.5';
export const infoIcon: IconShape = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-10v5.5m0-9v.1';
export const menuIcon: IconShape = 'M4 7h16M4 12h16M4 17h16';
export const refreshIcon: IconShape =
  'M20 5v5h-5M4 19v-5h5m10.4-4A8 8 0 0 0 5.7 7.5M4.6 14a8 8 0 0 0 13.7 2.5';
export const serviceIcon: IconShape =
  'M5.5 4h13A1.5 1.5 0 0 1 20 5.5v4a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 9.5v-4A1.5 1.5 0 0 1 5.5 4Zm0 9h13a1.5 1.5 0 0 1 1.5 1.5v4a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5v-4A1.5 1.5 0 0 1 5.5 13ZM8 7.5v.1m0 8.9v.1';
export const signOutIcon: IconShape =
  'M14 4.5H6a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1h8M10.5 12H21m-3.5-3.5L21 12l-3.5 3.5';
export const userIcon: IconShape = 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8.5c0-4 3.4-6 7.5-6s7.5 2 7.5 6';
export const auditIcon: IconShape = 'M6 3.5h12v17H6ZM9.5 8h5m-5 4h5m-5 4h3';
export const bellIcon: IconShape = 'M6 16.5V11a6 6 0 1 1 12 0v5.5l1.5 2h-15Zm4 4.5h4';
export const chevronDownIcon: IconShape = 'm6 9.5 6 6 6-6';
export const chevronRightIcon: IconShape = 'm9.5 6 6 6-6 6';
export const dotsIcon: IconShape = 'M5 12v.1m7-.1v.1m7-.1v.1';
export const downloadIcon: IconShape = 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M4.5 19.5h15';
export const keyIcon: IconShape =
  'M8 19a4 4 0 1 1 2.9-6.8L19 4l2 2-2 2 1.5 1.5-2 2L17 10l-3.2 3.2A4 4 0 0 1 8 19Zm0-3.5v-.1';
export const mailIcon: IconShape = 'M3.5 6h17v12.5h-17Zm.5.5 8 6.5 8-6.5';
export const networkIcon: IconShape =
  'M12 8.5v4m0 0-5.5 3m5.5-3 5.5 3M9.5 3.5h5v5h-5Zm-6.5 12h5v5H3Zm13 0h5v5h-5Z';
export const plusIcon: IconShape = 'M12 5v14M5 12h14';
export const registrationIcon: IconShape =
  'M10 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8.5c0-4 3.4-6 7.5-6 1.8 0 3.4.4 4.7 1.1M15.5 18l2.2 2.2 4-4';
export const searchIcon: IconShape = 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.7-1.8L20 20';
export const shieldIcon: IconShape =
  'M12 3.5 4.5 6v5.5c0 4.5 3 7.7 7.5 9 4.5-1.3 7.5-4.5 7.5-9V6Zm-3.5 8.7 2.5 2.5 4.5-4.7';
export const sunIcon: IconShape =
  'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm0-13v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4m0-12.8L17 7M7 17l-1.4 1.4';
export const folderIcon: IconShape = 'M3.5 6h6.2l2 2.5h8.8v10.5h-17Z';
