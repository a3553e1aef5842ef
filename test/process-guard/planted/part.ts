export const part = 'of the file';
