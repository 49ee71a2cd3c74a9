import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();

/** Window widths in pixels: with lists as cards and as tables, and with the narrowest table beside the menu. */
const WIDTHS = [360, 640, 700, 715, 735, 736, 768, 1023, 1024, 1280, 1440];
/** As long as names and words usually get. */
const LONGEST = 'Venkatanarasimharajuvaripetanagabhushanam';
const [LONG, LONGER] = ['Venkataraman', 'Thermodynamics'];

const word = `w${randomUUID().slice(0, 6)}`;
const superAdmin = await adminAccess.admin({
	username: `${LONGEST} ${word}`,
	roleLevel: 'super_admin',
});
await insertLongRows();

/** Creates an entry for each list of the back-office, with long words, and with `word`, by which the tests find it. */
async function insertLongRows(): Promise<void> {
	const [asha, other] = [
		await signUpPerson(`${LONG} ${LONG} ${word}`),
		await signUpPerson(`${LONGEST} ${word}`),
	];
	const title = `${LONGER} and ${LONGER}: ${LONGEST}-XYZ ${word}`;
	const item = await postItemAs(other, { title, price: 999_999.99 });
	const asStudent = adminAccess.callAs(asha);
	const complaint = `${LONGER} of ${word}, ${LONGEST}`;
	await asStudent('POST', `/report/report-item/${item}`, { complaint, type: 'inappropriate' });
	const rude = { complaint, type: 'inappropriate_behavior' };
	await asStudent('POST', `/user-report/report-user/${other.id}`, rude);
	await asStudent('POST', '/feedback/submit', {
		name: `${LONGEST} ${word}`,
		email: 'asha@campus.example',
		category: 'suggestion',
		rating: 5,
		feedback: `${LONGER} ${word} ${LONGEST}`,
	});
	await adminAccess.callAs(superAdmin)('PUT', `/admin/users/${asha.id}/verify`, {
		isVerified: true,
	});
	await adminAccess.callAs(superAdmin)('PUT', `/admin/users/${asha.id}/ban`, {});
	await adminAccess.callAs(superAdmin)('PUT', `/admin/items/${item}/ban`, { reason: complaint });
}

test.each([
	`${ADMIN_PAGES.users}?search=${word}`,
	`${ADMIN_PAGES.items}?search=${word}`,
	`${ADMIN_PAGES.reports}?q=${word}`,
	`${ADMIN_PAGES.userReports}?q=${word}`,
	`${ADMIN_PAGES.feedback}?q=${word}`,
	`${ADMIN_PAGES.auditLogs}?q=${word}`,
	ADMIN_PAGES.settings,
])(
	'the list at %s fits every window width, and only overlong words break across lines',
	async (path) => {
		const page = await visit(path, { admin: superAdmin });
		await page.locator('.office-table').getByText(word).first().waitFor();

		for (const width of WIDTHS) {
			await page.setViewportSize({ width, height: 860 });
			const { overflowPx, broken } = await measureTable(page);

			expect({ width, overflowPx, broken }).toEqual({ width, overflowPx: 0, broken: [] });
		}
	},
);

/** By how many pixels the list is wider than its container, and which words break across lines. */
function measureTable(page: Page) {
	return page.evaluate(
		([longest]) => {
			const { documentElement: root } = document;
			const list = document.querySelector('.office-list') ?? root;
			const linesOf = (text: Node, from: number, to: number) => {
				const range = document.createRange();
				range.setStart(text, from);
				range.setEnd(text, to);
				return new Set([...range.getClientRects()].map(({ top }) => top)).size;
			};
			const brokenIn = (text: Node) =>
				[...(text.textContent ?? '').matchAll(/\p{L}+/gu)]
					.filter(({ 0: word, index }) => linesOf(text, index, index + word.length) > 1)
					.map(([word]) => word);
			const broken: string[] = [];
			const texts = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
			while (texts.nextNode()) broken.push(...brokenIn(texts.currentNode));
			return {
				overflowPx: Math.max(
					root.scrollWidth - root.clientWidth,
					list.scrollWidth - list.clientWidth,
				),
				// LONGEST may break. Where the list cuts it off, only its beginning is in the text.
				broken: broken.filter((word) => !longest.startsWith(word)),
			};
		},
		[LONGEST] as const,
	);
}
