import type { site as siteOfPage } from '#web/lib/site.ts';

type Site = typeof siteOfPage;

/**
 * The data of this installation. In server rendering this object replaces the one of `#web/lib/site.ts`, which is read
 * from the document.
 */
export const site = {} as { -readonly [Name in keyof Site]: Site[Name] };

/** Called once, before the first page is rendered. */
export function setSite(values: Site): void {
	Object.assign(site, values);
}
