export type Phase = 'queued' | 'working' | 'sleeping' | 'leaving' | 'left' | 'ended';

/** The phases that can follow each one; see `RunLifecycle`. */
export const transitions: Readonly<Record<Phase, readonly Phase[]>> = {
  queued: ['working'],
  working: ['sleeping', 'leaving', 'left', 'ended'],
  sleeping: ['working', 'leaving', 'left', 'ended'],
  leaving: ['left', 'ended'],
  left: [],
  ended: [],
};
