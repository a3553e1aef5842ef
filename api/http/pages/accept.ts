/** The media types of an `Accept` header (RFC 9110, 12.5.1) that are not excluded by `q=0`. */
export function accepted(header: string): { type: string; weight: number }[] {
  return header.split(',').flatMap((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => /^q=[\d.]+$/.test(parameter));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    return weight > 0 ? [{ type, weight }] : [];
  });
}

/** False for a caller that takes JSON, and no page or one rather less (RFC 9110, 12.5.1). */
export function acceptsPage(header = '*/*'): boolean {
  const codings = accepted(header);
  const getWeight = (fits: (type: string) => boolean) =>
    Math.max(0, ...codings.filter(({ type }) => fits(type)).map(({ weight }) => weight));
  const json = getWeight((type) => /^application\/(?:\*|(?:[\w.-]+\+)?json)$/.test(type));
  const page = getWeight((type) => /^text\/(?:html|\*)$/.test(type));
  return json === 0 || page >= json;
}
