import { progressBar } from '../../output/terminal/progress.js';
import { fetchRelease, removeLeftovers } from '../archive/fetch-release.js';
import { addToHistory } from '../installation/history.js';
import { releaseAddress } from '../repository/address.js';
import { chooseOffer, type Offer } from '../repository/offers.js';
import { openSource } from '../repository/open-source.js';
import { verifyRepository } from '../repository/trusted-metadata.js';
import type { ReleaseContext, ReleaseRequest } from './context.js';

export interface Brought {
  offer: Offer;
  /** False for a release that was there already. */
  isNew: boolean;
}

/**
 * Verifies the repository, chooses a release and brings it to its folder. Call it under the lock.
 * @param accept throws for a release that must not be fetched
 * @throws Problem release_*
 */
export async function bringRelease(
  context: ReleaseContext,
  { version, url, asOf }: ReleaseRequest,
  accept: (offer: Offer) => void = () => undefined,
): Promise<Brought> {
  const { io, installation, root, ca } = context;
  const base = releaseAddress(io, url);
  const source = await openSource(base, ca);
  try {
    const repository = await verifyRepository({ base, source, folder: installation.tuf, root, asOf });
    const offer = chooseOffer(repository.offers, version);
    accept(offer);
    await removeLeftovers(installation, offer);
    const progress = progressBar(io, `svc ${offer.version}`, offer.length);
    try {
      const onProgress = (bytes: number) => progress.show(bytes);
      const isNew = await fetchRelease({ installation, base, source, repository, offer, onProgress });
      if (isNew && asOf)
        await addToHistory(installation, {
          action: 'accept-expired',
          version: offer.version,
          asOf: asOf.toISOString(),
        });
      return { offer, isNew };
    } finally {
      progress.end();
    }
  } finally {
    await source.close();
  }
}
