import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import { PAGE_TABLE, PAGES } from '#contract/core/pages.ts';
import { listOwnReports } from '#contract/reports/endpoints.ts';
import { REPORT_MESSAGES } from '#contract/reports/facts.ts';
import type { OwnReport } from '#contract/reports/schemas.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { renderApp, renderPage } from '#tests/support/render-page.tsx';

const cards = page.getByRole('list', { name: PAGE_TABLE.myReports.label }).getByRole('listitem');

function report(id: string, changes: Partial<OwnReport> = {}): OwnReport {
	const createdAt = '2026-02-03T04:05:06.000Z';
	const [kind, about, link] = ['user', 'Ravi', '/people/5'] as const;
	const fields = { type: 'harassment', complaint: 'Rude', status: 'pending' } as const;
	return { id, kind, about, link, ...fields, createdAt, resolvedAt: null, ...changes };
}

function reply(reports: OwnReport[], nextCursor: string | null = null) {
	return { success: true, reports, nextCursor } satisfies SchemaInput<typeof listOwnReports.reply>;
}

const renderReports = () => renderPage(PAGES.myReports, { as: STUDENT });

test('each report shows its outcome, and a link to the reported item or person if that still exists', async () => {
	const [resolvedAt, longLink] = [
		'2026-02-05T10:00:00.000Z',
		`https://x.example/${'x'.repeat(300)}`,
	];
	const item = { kind: 'item', about: 'Electric kettle', link: '/item/8' } as const;
	const reports = [
		report('u2'),
		report('u1', { status: 'dismissed', resolvedAt, link: null }),
		report('i1', { ...item, type: 'fraud', complaint: longLink, status: 'resolved', resolvedAt }),
	];
	fakeApi.answer(listOwnReports, reply(reports));
	await renderReports();

	const { pending, dismissed, resolved } = REPORT_MESSAGES.outcomes;
	const expected = [
		[/^RaviPerson · Harassment · .*Rude/, pending],
		[/Rude/, `${dismissed} · 5 February 2026`],
		[/^Electric kettleItem · Fraud/, `${resolved} · 5 February 2026`],
	] as const;
	for (const [index, [text, outcome]] of expected.entries()) {
		await expect.element(cards.nth(index)).toMatchTextContent(text);
		await expect.element(cards.nth(index)).toMatchTextContent(outcome);
	}
	const links = cards.getByRole('link').elements();
	expect(links.map((link) => link.getAttribute('href'))).toEqual(['/people/5', '/item/8']);
	await expectAccessible();
});

test('when a notification about a decision arrives, the list of a user’s own reports shows the decision at once', async () => {
	fakeApi.answer(listOwnReports, reply([report('u1')]));
	await renderApp(PAGES.myReports, { as: STUDENT });
	const { pending, resolved } = REPORT_MESSAGES.outcomes;
	await expect.element(cards.nth(0)).toMatchTextContent(pending);

	const resolvedAt = '2026-02-05T10:00:00.000Z';
	fakeApi.answer(listOwnReports, reply([report('u1', { status: 'resolved', resolvedAt })]));
	await fakeRealtime.emit(REALTIME_EVENTS.notificationsChanged, {});

	await expect.element(cards.nth(0)).toMatchTextContent(resolved);
});
