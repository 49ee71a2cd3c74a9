import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { PAGE_TABLE, PAGES } from '#contract/core/pages.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { listOwnReports } from '#contract/reports/endpoints.ts';
import { REPORT_MESSAGES } from '#contract/reports/facts.ts';
import type { OwnReport } from '#contract/reports/schemas.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, NO_CONNECTION } from '#tests/support/fake-api.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { renderApp, renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';

const cards = page.getByRole('list', { name: PAGE_TABLE.myReports.label }).getByRole('listitem');
const alert = page.getByRole('alert');

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

test('an empty list of reports explains what will be there and links to the rules', async () => {
	fakeApi.answer(listOwnReports, reply([]));
	await renderReports();

	await expect
		.element(page.getByRole('heading', { name: REPORT_MESSAGES.noReports }))
		.toBeVisible();
	await expect.element(page.getByText(REPORT_MESSAGES.noReportsHint)).toBeVisible();
	const rules = page.getByRole('link', { name: 'Read the rules' });
	await expect.element(rules).toHaveAttribute('href', PAGES.rules);
});

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

test('scrolling down the list of a user’s own reports loads all reports, up to the oldest', async () => {
	const complaints = Array.from({ length: 65 }, (_, index) => `Complaint ${index + 1}.`);
	const reports = complaints.map((complaint, index) => report(`u${index}`, { complaint }));
	fakeApi.answer(listOwnReports, ({ query }) => {
		const from = Number(query.cursor ?? 0);
		return reply(reports.slice(from, from + 30), from + 30 < 65 ? String(from + 30) : null);
	});
	await renderReports();
	const more = page.getByRole('button', { name: 'Show more' });

	for (const last of [30, 60]) {
		await expect.poll(() => cards.elements().length).toBe(last);
		more.element().scrollIntoView();
	}

	await expect.element(page.getByText('Complaint 65.')).toBeInTheDocument();
	expect(cards.elements()).toHaveLength(65);
	await expect.element(more).not.toBeInTheDocument();
});

test('the list of a user’s own reports says why loading failed, and offers to try again', async () => {
	vi.useFakeTimers();
	const tryAgain = page.getByRole('button', { name: 'Try again' });
	fakeApi.answer(listOwnReports, new Response('{}', { status: 400 }));
	await renderReports();
	await skipUntil(alert.getByText(REQUEST_ERRORS.failed.message));

	fakeApi.answer(listOwnReports, NO_CONNECTION);
	await tryAgain.click();
	await skipUntil(alert.getByText(ITEM_MESSAGES.noConnection));
	fakeApi.answer(listOwnReports, reply([report('u1')]));
	await tryAgain.click();

	await expect.element(cards).toBeVisible();
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

test('a scroll to the end of the list of a user’s own reports does not stop its refetch after a decision', async () => {
	const reports = Array.from({ length: 30 }, (_, index) => report(`u${index}`));
	fakeApi.answer(listOwnReports, reply(reports, 'next'));
	await renderApp(PAGES.myReports, { as: STUDENT });
	await expect.element(cards).toHaveLength(30);
	const decided = report('u0', { status: 'dismissed' });
	fakeApi.answer(listOwnReports, reply([decided, ...reports.slice(1)]));
	const release = fakeApi.hold(listOwnReports);
	await fakeRealtime.emit(REALTIME_EVENTS.notificationsChanged, {});
	const more = page.getByRole('button', { name: 'Show more' });
	await expect.element(more).toHaveAttribute('aria-busy');

	more.element().scrollIntoView();
	await more.click({ force: true });
	expect(fakeApi.requests(listOwnReports).filter(({ query }) => query.cursor)).toEqual([]);
	release();

	await expect.element(cards.nth(0)).toMatchTextContent(REPORT_MESSAGES.outcomes.dismissed);
});
