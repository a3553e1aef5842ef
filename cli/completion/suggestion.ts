export interface Suggestion {
  value: string;
  description?: string;
}
