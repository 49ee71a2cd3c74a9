import type { Secrets } from '#server/lib/secrets.ts';
import { photoAddress } from './photo-urls.ts';

/** How this market addresses its photos. */
export interface PhotoAddresses {
	/** For everyone. */
	of: (hash: string) => string;
	/** For whoever is given it, ten minutes long: the caller has checked who asks. */
	signed: (hash: string) => string;
}

/** @param publicUrl origin of absolute addresses; without it they are root-relative */
export function publishPhotos(publicUrl: string | undefined, secrets: Secrets): PhotoAddresses {
	return {
		of: (hash) => photoAddress(hash, { publicUrl }),
		signed: (hash) => photoAddress(hash, { publicUrl, signed: { secrets, now: new Date() } }),
	};
}
