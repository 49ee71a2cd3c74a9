import type { site as siteOfPage } from '#web/lib/site.ts';

type Site = typeof siteOfPage;

/** In place of `#web/lib/site.ts`, which reads it from the page. */
export const site = {} as { -readonly [Name in keyof Site]: Site[Name] };

/** Once, before anything is drawn. */
export function setSite(values: Site): void {
	Object.assign(site, values);
}
