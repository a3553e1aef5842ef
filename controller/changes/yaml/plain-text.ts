/** Texts that YAML 1.2 reads as something else when they stand without quotes. */
const otherType =
  /^(?:~|null|Null|NULL|true|True|TRUE|false|False|FALSE|[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
/** Texts that readers of YAML 1.1 take for numbers, dates and truth values. */
const otherTypeElsewhere =
  /^(?:yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF|=|<<|[-+]?0b[01_]+|[-+]?0[0-7_]+|[-+]?0x[0-9a-fA-F_]+|[-+]?[\d_]*\d[\d_]*(?:\.[\d_]*)?(?:[eE][-+]?\d+)?|[-+]?\.[\d_]+(?:[eE][-+]?\d+)?)$/;
/** Digits with colons or dashes between them: times and dates, in part. */
const timeLike =
  /^(?:[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?|\d{4}-\d\d?-\d\d?(?:(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)?)$/;
/** A line break, a tab, or what editors do not show. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/u;

export interface PlainPlace {
  inFlow: boolean;
  /** What stands there without quotes now: a date may take the place of a date. */
  instead?: string;
}

/** Whether a text can stand without quotes and is read as this text, by YAML 1.2 and by older readers. */
export function isPlain(text: string, place: PlainPlace): boolean {
  if (text === '' || text.trim() !== text || hidden.test(text)) return false;
  if (/^[,[\]{}#&*!|>'"%@`]/.test(text) || /^(?:---|\.\.\.)/.test(text)) return false;
  if (/^[-?:](?:$|[ ,[\]{}])/.test(text) || /:(?: |$)/.test(text) || / #/.test(text)) return false;
  if (place.inFlow && /[,[\]{}]|^[-?:]/.test(text)) return false;
  if (otherType.test(text) || otherTypeElsewhere.test(text)) return false;
  return !timeLike.test(text) || (place.instead !== undefined && timeLike.test(place.instead));
}

/** Whether a text is shown as it is by every editor: within quotes, it needs no escapes. */
export function isPrintable(text: string): boolean {
  return !hidden.test(text);
}
