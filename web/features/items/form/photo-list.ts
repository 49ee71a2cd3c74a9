import {
	checkEditedPhotos,
	checkNewPhotos,
	PHOTO_LIMITS,
	PHOTO_MESSAGES,
	PHOTO_TYPES,
} from '#contract/photos/photos.ts';
import type { Photo } from '#contract/photos/schema.ts';
import { photoKey } from '#web/lib/photo-key.ts';

/** Bytes that one new file may have when it is sent; the two forms differ (spec 1 §5). */
export const MAX_UPLOAD_BYTES = {
	add: PHOTO_LIMITS.addMaxBytes,
	edit: PHOTO_LIMITS.editMaxBytes,
} as const;
export type PhotoForm = keyof typeof MAX_UPLOAD_BYTES;

/** What a file picker offers. Browsers that do not know HEIC as a type still know its endings. */
export const ACCEPTED_TYPES = [...PHOTO_TYPES, '.heic', '.heif'].join(',');

interface ExistingPhoto {
	kind: 'kept';
	key: string;
	photo: Photo;
}

export interface NewPhoto {
	kind: 'new';
	key: string;
	/** As it is sent. */
	file: File;
	/** As it was before it was turned. */
	original: File;
	/** Quarters of a circle, clockwise. */
	turns: number;
	/** The server's picture of it, where it was sent on an earlier visit. */
	sent?: Photo;
}

/** Kept and new photos live in one list; its first is the cover. */
export type ListedPhoto = ExistingPhoto | NewPhoto;

/** An item's photos as the list holds them. The same one may be among them twice: each has a key of its own. */
export function toExistingPhotos(photos: readonly Photo[]): ExistingPhoto[] {
	return photos.map((photo, index) => ({ kind: 'kept', key: photoKey(photo, index), photo }));
}

let newPhotoCount = 0;

/** Picked files as the list holds them. The same file may be picked twice: each has a key of its own. */
export function toNewPhotos(files: readonly File[]): NewPhoto[] {
	return files.map((file) => ({ kind: 'new', key: nextKey(), file, original: file, turns: 0 }));
}

/** A photo of an earlier visit, whose key may be taken by now. */
export function withNewKey(photo: NewPhoto): NewPhoto {
	return { ...photo, key: nextKey() };
}

function nextKey(): string {
	newPhotoCount += 1;
	return `new-${newPhotoCount}`;
}

export function removePhoto(photos: readonly ListedPhoto[], key: string): ListedPhoto[] {
	return photos.filter((photo) => photo.key !== key);
}

/** Swaps a photo with its neighbour; at the end of the list nothing moves. */
export function movePhoto(
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

/** Puts the photo at one place, counted from 0, at another; those between move up. */
export function reorderPhoto(
	photos: readonly ListedPhoto[],
	from: number,
	to: number,
): readonly ListedPhoto[] {
	const moved = photos[from];
	if (!moved || from === to) return photos;
	return photos.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** The first photo rule of spec 1 §5 that the list breaks as it would be sent, or undefined. */
export function listError(form: PhotoForm, photos: readonly ListedPhoto[]): string | undefined {
	return photoRuleError(form, photos, []);
}

/**
 * The first rule that a pick breaks, or undefined. Such a pick adds nothing (decisions, "Items").
 * @param picked files as they would be sent: already made smaller where that was possible
 */
export function pickError(
	form: PhotoForm,
	photos: readonly ListedPhoto[],
	picked: readonly File[],
): string | undefined {
	if (picked.length === 0) return undefined;
	return photoRuleError(form, photos, picked) ?? unreadableError(picked);
}

function photoRuleError(form: PhotoForm, photos: readonly ListedPhoto[], picked: readonly File[]) {
	const files = [...newFiles(photos), ...picked];
	if (form === 'add') return checkNewPhotos(files);
	return checkEditedPhotos(files, photos.length - newFiles(photos).length);
}

function newFiles(photos: readonly ListedPhoto[]): File[] {
	return photos.flatMap((photo) => (photo.kind === 'new' ? [photo.file] : []));
}

/** What is plainly no photo is refused at once; the server judges the rest by the bytes. */
function unreadableError(files: readonly File[]): string | undefined {
	const known: readonly string[] = PHOTO_TYPES;
	const names = files
		.filter((file) => file.type !== '' && !known.includes(file.type))
		.map((file) => file.name);
	return names.length > 0 ? PHOTO_MESSAGES.unreadable(names) : undefined;
}

/** Most browsers cannot draw HEIC and some do not even know its type. */
export function isHeic(file: File): boolean {
	return /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name);
}

interface PhotosPayload {
	/** Addresses as the server sent them. */
	keepExistingImages: string[];
	/** Addresses of what was sent ahead. */
	uploaded: string[];
	/** `keep:0` is the first kept address, `up:0` the first that was sent ahead. */
	order: string[];
}

/**
 * The list as the calls want it (wire contract, `keepExistingImages` and `order`).
 * @param sent the server's picture of every new photo, by key
 */
export function toPhotosPayload(
	photos: readonly ListedPhoto[],
	sent: (key: string) => Photo | undefined,
): PhotosPayload {
	const payload: PhotosPayload = { keepExistingImages: [], uploaded: [], order: [] };
	for (const photo of photos) {
		const { url } = (photo.kind === 'kept' ? photo.photo : sent(photo.key)) ?? {};
		if (url === undefined) throw new Error('A photo has not been sent.');
		const [name, list] =
			photo.kind === 'kept'
				? (['keep', payload.keepExistingImages] as const)
				: (['up', payload.uploaded] as const);
		payload.order.push(`${name}:${list.length}`);
		list.push(url);
	}
	return payload;
}

/** What stays the same of a photo's address, however it is signed and by whatever name the market is reached. */
export function photoPath(url: string): string {
	return new URL(url, 'http://market.invalid').pathname;
}
