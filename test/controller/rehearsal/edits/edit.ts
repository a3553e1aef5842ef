/** A change of a file of the demo. */
export interface Edit {
  readonly name: string;
  readonly flow: string;
  /** Each text is in the file of the flow, and gives way to the other one. */
  readonly replace: readonly (readonly [string, string])[];
  /** Further files, by their paths. */
  readonly files?: Readonly<Record<string, string>>;
}

/** An edit that changes the outcome of a recorded run, with the task that is to be named. */
export interface ChangingEdit extends Edit {
  readonly place: string;
}

/** @throws Error for a text that is not in the file */
export function applyEdit(text: string, { name, replace }: Pick<Edit, 'name' | 'replace'>): string {
  return replace.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`The edit "${name}" does not find: ${from}`);
    return result.replaceAll(from, to);
  }, text);
}

/** Inputs whose runs are recorded, by flow. */
export const inputs: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  'customer-profile': [{ customerId: 'c-101' }],
  'daily-sales-report': [{}, { date: '2020-01-01' }],
  'accept-order': [16, 128, 15].map((total) => ({
    externalId: 'mp-7001',
    customer: { id: 'c-104', address: '7 Mill Lane, York' },
    lines:
      total === 128
        ? [{ sku: 'POT-GLASS', quantity: 4, price: 32 }]
        : [{ sku: 'ROOIBOS-100', quantity: 2, price: 8 }],
    total,
  })),
  'service-status': [{}, { quiet: true }],
  restock: [{}, { cover: 10 }, { cover: 1 }],
  'refund-order': [{ orderId: 'o-1003' }, { orderId: 'o-1004' }],
  'fulfil-order': [{ orderId: 'o-1003' }],
  'ship-orders': [{}],
  'introduce-customer': [{ customerId: 'c-101' }],
};
