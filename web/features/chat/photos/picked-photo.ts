import type { UploadedChatPhoto } from '#contract/chat/photos.ts';

/** A photo to be sent, as stored in this browser. */
export interface PickedPhoto {
	/** Unique in this browser. */
	key: string;
	/** The file to upload, within the size limit. */
	file: File;
	/** Pixels; guessed where this browser cannot draw the file. */
	width: number;
	height: number;
	/** The server's copy. The server deletes it if it is not sent within a day. */
	uploaded?: UploadedChatPhoto | undefined;
}

/** The photos with the server's copy of one of them. */
export function withUpload(
	photos: readonly PickedPhoto[],
	key: string,
	uploaded: UploadedChatPhoto,
): PickedPhoto[] {
	return photos.map((photo) => (photo.key === key ? { ...photo, uploaded } : photo));
}
