import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FairSlots, type Sharing } from '../../../controller/concurrency/fair-slots.js';

const equal: Sharing = { production: 'main', branchWeight: () => 1, flowWeight: () => 1 };
const branches = ['main', 'a', 'b', 'c'];
const flows = ['x', 'y', 'z'];

/** Takes a place, or waits for one; what holds one is in `held`. */
class Users {
  readonly held: string[] = [];
  #count = 0;

  constructor(readonly places: FairSlots<string>) {}

  ask(branch: string, flow: string): void {
    const item = `${branch} ${flow} ${++this.#count}`;
    if (this.places.take(branch, flow)) this.held.push(item);
    else this.places.wait(branch, flow, item);
  }

  giveBack(index: number): void {
    const [item = ''] = this.held.splice(index, 1);
    const [branch = '', flow = ''] = item.split(' ');
    this.places.giveBack(branch, flow);
    for (let next = this.places.next(); next !== undefined; next = this.places.next()) this.held.push(next);
  }

  of(start: string): number {
    return this.held.filter((item) => item.startsWith(start)).length;
  }
}

const move = fc.record({
  branch: fc.constantFrom(...branches),
  flow: fc.constantFrom(...flows),
  gives: fc.nat(9),
});

describe('places that branches and flows share', () => {
  test('are never exceeded, leave half to production, and are given to all who wait', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70 }), fc.array(move, { maxLength: 400 }), (count, moves) => {
        const users = new Users(new FairSlots(count, equal));
        for (const { branch, flow, gives } of moves) {
          if (gives < 4 && users.held.length > 0) users.giveBack(gives % users.held.length);
          else users.ask(branch, flow);
          expect(users.held.length).toBe(users.places.held);
          expect(users.held.length).toBeLessThanOrEqual(count);
          const others = users.held.length - users.of('main ');
          expect(others).toBeLessThanOrEqual(Math.max(1, Math.floor(count / 2)));
        }
        while (users.held.length > 0) users.giveBack(0);
        expect(users.places.isWanted).toBe(false);
      }),
    );
  });

  test('go to production first while it has less than half', () => {
    const users = new Users(new FairSlots(4, equal));
    for (let index = 0; index < 4; index++) users.ask('main', 'x');
    for (let index = 0; index < 4; index++) users.ask('a', 'x');
    users.ask('main', 'y');
    users.giveBack(0);
    // Production holds three of four: now the other branch, which holds none, has its turn.
    expect([users.of('main '), users.of('a ')]).toEqual([3, 1]);
    users.giveBack(0);
    expect([users.of('main '), users.of('a ')]).toEqual([2, 2]);
    users.giveBack(0);
    expect([users.of('main x'), users.of('main y'), users.of('a ')]).toEqual([1, 1, 2]);
  });

  test('are shared by the flows of a branch, however many runs of one wait', () => {
    const users = new Users(new FairSlots(10, equal));
    for (let index = 0; index < 100; index++) users.ask('main', 'x');
    for (let index = 0; index < 100; index++) users.ask('main', 'y');
    expect(users.of('main y')).toBe(0);
    for (let index = 0; index < 5; index++) users.giveBack(0);
    expect([users.of('main x'), users.of('main y')]).toEqual([5, 5]);
  });

  test('are shared by weight', () => {
    const branchWeight = (branch: string) => (branch === 'a' ? 3 : 1);
    const users = new Users(new FairSlots(16, { ...equal, branchWeight }));
    for (let index = 0; index < 8; index++) users.ask('c', 'x');
    for (let index = 0; index < 20; index++) users.ask('b', 'x');
    for (let index = 0; index < 20; index++) users.ask('a', 'x');
    while (users.of('c ') > 0) users.giveBack(users.held.findIndex((item) => item.startsWith('c ')));
    expect([users.of('a '), users.of('b ')]).toEqual([6, 2]);
  });

  test('are left, the last of them, to other branches and flows', () => {
    const users = new Users(new FairSlots(256, equal));
    for (let index = 0; index < 300; index++) users.ask('main', 'x');
    expect(users.of('main x')).toBe(224);
    users.ask('main', 'y');
    expect(users.of('main y')).toBe(1);
    for (let index = 0; index < 300; index++) users.ask('a', 'x');
    expect(users.of('a x')).toBe(31);
    users.ask('a', 'y');
    users.ask('b', 'x');
    expect([users.of('a y'), users.of('b x')]).toEqual([0, 0]);
  });

  test('go to each of many flows in turn', () => {
    const users = new Users(new FairSlots(1, equal));
    users.ask('main', 'x');
    for (const flow of ['x', 'x', 'x', 'y', 'y', 'z']) users.ask('main', flow);
    const order: string[] = [];
    while (users.held.length > 0) {
      users.giveBack(0);
      order.push(users.held[0]?.split(' ')[1] ?? '');
    }
    expect(order.join('')).toBe('xyzxyx');
  });

  test('go first to what has given one back for a while', () => {
    const places = new FairSlots<string>(1, equal);
    places.take('main', 'x');
    places.wait('main', 'x', 'fresh');
    places.wait('main', 'x', 'again', true);
    places.giveBack('main', 'x');
    expect(places.next()).toBe('again');
    expect(places.withdraw('main', 'x', 'fresh')).toBe(true);
    places.giveBack('main', 'x');
    expect(places.next()).toBeUndefined();
  });
});
