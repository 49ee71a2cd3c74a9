import type { site as siteOfPage } from '#web/lib/site.ts';

type Site = typeof siteOfPage;

/** Replaces `#web/lib/site.ts`, which reads the data from the document, in server rendering. */
export const site = {} as { -readonly [Name in keyof Site]: Site[Name] };

/** Called once, before the first page is rendered. */
export function setSite(values: Site): void {
	Object.assign(site, values);
}
