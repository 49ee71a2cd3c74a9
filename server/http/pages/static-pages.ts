import { PAGES } from '#contract/core/pages.ts';
import { FEEDBACK_MESSAGES } from '#contract/feedback/feedback.ts';
import { html } from '#server/lib/html.ts';
import type { PageSource } from './head.ts';

interface PlainPage {
	title: string;
	description: string;
}

/** What the server says of pages that are the same for everyone, before any script has run. */
export function plainPageSources(siteName: string): Record<string, PageSource> {
	return Object.fromEntries(
		Object.entries(plainPages(siteName)).map(([path, page]) => [
			path,
			plainPage(path, page, siteName),
		]),
	);
}

/** Their addresses, for search engines. */
export const PLAIN_PAGES = [PAGES.about, PAGES.feedback, PAGES.rules, PAGES.privacy] as const;

function plainPages(siteName: string): Record<(typeof PLAIN_PAGES)[number], PlainPage> {
	return {
		[PAGES.about]: {
			title: 'About Us',
			description: `Who makes ${siteName}, what we care about, and how to reach us.`,
		},
		[PAGES.feedback]: {
			title: FEEDBACK_MESSAGES.title,
			description: `Tell us what works on ${siteName} and what doesn’t, and read what our users say.`,
		},
		[PAGES.rules]: {
			title: 'Rules',
			description: `What may be sold on ${siteName}, how to meet safely, and how to appeal.`,
		},
		[PAGES.privacy]: {
			title: 'Privacy',
			description: `What ${siteName} keeps of you, why, how long and who sees it, and how to get it or delete it.`,
		},
	};
}

function plainPage(path: string, { title, description }: PlainPage, siteName: string): PageSource {
	return {
		answers: () => [],
		describe: ({ origin }) => ({
			title: `${title} · ${siteName}`,
			description,
			canonical: origin + path,
			properties: [
				['og:type', 'website'],
				['og:site_name', siteName],
				['og:title', title],
				['og:description', description],
				['og:url', origin + path],
			],
			withoutScript: html`<h1>${title}</h1><p>${description}</p>`,
		}),
	};
}
