import type { Secrets } from '#server/lib/secrets.ts';
import { photoUrl } from './photo-urls.ts';

/** How this market addresses its photos. */
export interface PhotoUrls {
	/** For everyone. */
	of: (hash: string) => string;
	/** For whoever is given it, ten minutes long: the caller has checked who asks. */
	signed: (hash: string) => string;
}

/** @param publicUrl origin of absolute addresses; without it they are root-relative */
export function createPhotoUrls(publicUrl: string | undefined, secrets: Secrets): PhotoUrls {
	return {
		of: (hash) => photoUrl(hash, { publicUrl }),
		signed: (hash) => photoUrl(hash, { publicUrl, signed: { secrets, now: new Date() } }),
	};
}
