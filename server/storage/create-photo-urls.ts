import type { Secrets } from '#server/lib/secrets.ts';
import { chatPhotoUrl, type PhotoViewer } from './chat-photo-urls.ts';
import { photoUrl } from './photo-urls.ts';

/** Builds the URLs of photos. */
export interface PhotoUrls {
	/** Public URL. */
	of: (hash: string) => string;
	/** Signed URL, valid for ten minutes; the caller must have checked access. */
	signed: (hash: string) => string;
	/** URL of a chat's photo, signed for a viewer; the caller must have checked access. */
	inChat: (photoId: number, viewer: PhotoViewer) => string;
}

/** @param publicUrl origin of absolute URLs; without it they are root-relative */
export function createPhotoUrls(publicUrl: string | undefined, secrets: Secrets): PhotoUrls {
	return {
		of: (hash) => photoUrl(hash, { publicUrl }),
		signed: (hash) => photoUrl(hash, { publicUrl, signed: { secrets, now: new Date() } }),
		inChat: (photoId, viewer) =>
			chatPhotoUrl(photoId, viewer, { publicUrl, secrets, now: new Date() }),
	};
}
