import type { Photo } from '#contract/photo-schema.ts';

/** A picture as pages show it; its measures are unknown where only an address came. */
export interface ShownPhoto {
	url: string;
	width?: number;
	height?: number;
	thumbhash?: string;
}

/** An item's pictures, cover first. */
export function photosOf(item: { photos?: readonly Photo[]; imageUrl?: unknown }): ShownPhoto[] {
	if (item.photos && item.photos.length > 0) return [...item.photos];
	return imageUrls(item.imageUrl).map((url) => ({ url }));
}

/**
 * Reads `imageUrl` in every form the documents know: a list, one address, a list as JSON text, or a broken text
 * with addresses in it (spec 1 §3).
 */
export function imageUrls(sent: unknown): string[] {
	if (Array.isArray(sent)) return sent.flatMap(imageUrls);
	if (typeof sent !== 'string') return [];
	const parsed = parseList(sent);
	if (parsed) return imageUrls(parsed);
	return sent.match(/(?:https?:\/\/|\/(?!\/))[^\s"'\\,<>[\]{}|]+/g) ?? [];
}

function parseList(sent: string): unknown[] | undefined {
	try {
		const parsed: unknown = JSON.parse(sent);
		if (typeof parsed === 'string') return [parsed];
		return Array.isArray(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}
