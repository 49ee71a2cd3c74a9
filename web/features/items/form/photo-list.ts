import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import { checkEditedPhotos, checkNewPhotos, PHOTO_LIMITS } from '#contract/photos/photos.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { checkFileTypes } from '#web/features/photos/photo-files.ts';
import { photoKey } from '#web/lib/photo-key.ts';

/** The maximum size of a new file in bytes; the two forms differ. */
export const MAX_UPLOAD_BYTES = {
	add: PHOTO_LIMITS.addMaxBytes,
	edit: PHOTO_LIMITS.editMaxBytes,
} as const;
/** The form for a new item, or the form to edit an item. */
export type ItemFormKind = keyof typeof MAX_UPLOAD_BYTES;

export interface ExistingPhoto {
	kind: 'existing';
	key: string;
	photo: Photo;
}

export interface NewPhoto {
	kind: 'new';
	key: string;
	/** The file to upload. */
	file: File;
	/** The file before any rotation. */
	original: File;
	/** Quarter turns, clockwise. */
	turns: number;
	/** The server's copy, if it was uploaded on an earlier visit. */
	sent?: Photo;
	/**
	 * The path of the server's copy on an earlier visit. It identifies the photo if the photo belongs to the item by now.
	 */
	sentPath?: string;
}

/** Existing and new photos share one list; the first is the cover. */
export type ListedPhoto = ExistingPhoto | NewPhoto;

/** An item's photos as list entries. The same photo may occur twice, so each entry has a key of its own. */
export function toExistingPhotos(photos: readonly Photo[]): ExistingPhoto[] {
	return photos.map((photo, index) => ({ kind: 'existing', key: photoKey(photo, index), photo }));
}

let newPhotoCount = 0;

/** Picked files as list entries. The same file may occur twice, so each entry has a key of its own. */
export function toNewPhotos(files: readonly File[]): NewPhoto[] {
	return files.map((file) => ({ kind: 'new', key: nextKey(), file, original: file, turns: 0 }));
}

/** Gives a photo of an earlier visit a new key, because its old key may be in use by now. */
export function withNewEntryKey(photo: NewPhoto): NewPhoto {
	return { ...photo, key: nextKey() };
}

function nextKey(): string {
	newPhotoCount += 1;
	return `new-${newPhotoCount}`;
}

export function removePhoto(photos: readonly ListedPhoto[], key: string): ListedPhoto[] {
	return photos.filter((photo) => photo.key !== key);
}

/** Swaps a photo with the previous one (step −1) or the next one (1); returns the same list if there is none. */
export function swapWithNeighbour(
	photos: readonly ListedPhoto[],
	key: string,
	step: -1 | 1,
): readonly ListedPhoto[] {
	const from = photos.findIndex((photo) => photo.key === key);
	const moved = photos[from];
	const neighbour = photos[from + step];
	if (!moved || !neighbour) return photos;
	return photos.with(from, neighbour).with(from + step, moved);
}

/** Moves a photo from one index to another; the photos in between shift. */
export function movePhotoTo(
	photos: readonly ListedPhoto[],
	from: number,
	to: number,
): readonly ListedPhoto[] {
	const moved = photos[from];
	if (!moved || from === to) return photos;
	return photos.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** The message of the first photo rule that the list breaks, or undefined. */
export function listError(form: ItemFormKind, photos: readonly ListedPhoto[]): string | undefined {
	return photoRuleError(form, photos, []);
}

/**
 * The message of the first rule that the list with the picked files breaks, or undefined. If a rule is broken, none of
 * the files is added.
 * @param picked the files as they would be sent: already resized where possible
 */
export function pickError(
	form: ItemFormKind,
	photos: readonly ListedPhoto[],
	picked: readonly File[],
): string | undefined {
	if (picked.length === 0) return undefined;
	return photoRuleError(form, photos, picked) ?? checkFileTypes(picked)?.message;
}

/**
 * The message if a new item would have too many photos, or undefined. Checked before the picked files are resized, to
 * save that work. Always undefined in the edit form, which reports files that are too large first.
 */
export function countError(
	form: ItemFormKind,
	photos: readonly ListedPhoto[],
	picked: readonly File[],
): string | undefined {
	const isTooMany = photos.length + picked.length > PHOTO_LIMITS.perItem;
	return form === 'add' && isTooMany ? PHOTO_ERRORS.addTooMany.message : undefined;
}

function photoRuleError(
	form: ItemFormKind,
	photos: readonly ListedPhoto[],
	picked: readonly File[],
) {
	const files = [...newFiles(photos), ...picked];
	if (form === 'add') return checkNewPhotos(files)?.message;
	return checkEditedPhotos(files, photos.length - newFiles(photos).length)?.message;
}

function newFiles(photos: readonly ListedPhoto[]): File[] {
	return photos.flatMap((photo) => (photo.kind === 'new' ? [photo.file] : []));
}

/** Whether a file is a HEIC photo. Some browsers do not know the type, so the file name counts too. */
export function isHeic(file: File): boolean {
	return /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name);
}

export interface PhotosPayload {
	/** URLs as received from the server. */
	keepExistingImages: string[];
	/** URLs of the new photos, which are uploaded before the form is sent. */
	uploaded: string[];
	/** `keep:0` is the first of `keepExistingImages`, `up:0` the first of `uploaded`. */
	order: string[];
}

/**
 * The list in the form of the API.
 * @param findUploaded returns the server's copy of a new photo by key
 * @throws Error if a new photo has not been uploaded
 */
export function toPhotosPayload(
	photos: readonly ListedPhoto[],
	findUploaded: (key: string) => Photo | undefined,
): PhotosPayload {
	const payload: PhotosPayload = { keepExistingImages: [], uploaded: [], order: [] };
	for (const photo of photos) {
		const { url } = (photo.kind === 'existing' ? photo.photo : findUploaded(photo.key)) ?? {};
		if (url === undefined) throw new Error('A photo has not been uploaded.');
		const [name, list] =
			photo.kind === 'existing'
				? (['keep', payload.keepExistingImages] as const)
				: (['up', payload.uploaded] as const);
		payload.order.push(`${name}:${list.length}`);
		list.push(url);
	}
	return payload;
}

/** The path of a photo's URL: it is the same for every signature and every host name of this site. */
export function photoPath(url: string): string {
	return new URL(url, 'http://market.invalid').pathname;
}
