import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CHAT_MESSAGES, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import { PAGE_TABLE, PAGES } from '#contract/core/pages.ts';
import { listOwnReports, reportItem, reportUser } from '#contract/reports/endpoints.ts';
import { REPORT_ERRORS } from '#contract/reports/errors.ts';
import { REPORT_LIMITS, REPORT_MESSAGES } from '#contract/reports/facts.ts';
import type { OwnReport } from '#contract/reports/schemas.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { fakeItemPage } from '#tests/support/fake-item-page.ts';
import { fakePerson } from '#tests/support/fake-person.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { draftNote, formDraftKeys, logInAgain, startOver } from '#tests/support/form-drafts.ts';
import { renderApp, renderPage } from '#tests/support/render-page.tsx';

const dialog = page.getByRole('dialog');
const description = dialog.getByLabelText('Description');
const type = dialog.getByLabelText('Type');
const submit = dialog.getByRole('button', { name: REPORT_MESSAGES.submit });
const toast = (text: string) => page.getByRole('status').getByText(text, { exact: true });

const itemButton = page.getByRole('button', { name: 'Report Item' });
const personMenu = page.getByRole('button', { name: 'More about Vikram' });

async function openItemReport(): Promise<void> {
	const { id } = fakeItemPage();
	fakeApi.answer(reportItem, { success: true, message: REPORT_MESSAGES.itemReported });
	await renderPage(`/item/${id}`, { as: STUDENT });
	await reopenItemReport();
}

async function openUserReport(): Promise<void> {
	const { id } = fakePerson();
	fakeApi.answer(reportUser, { success: true, message: REPORT_MESSAGES.userReported });
	await renderPage(`/people/${id}`, { as: STUDENT });
	await reopenUserReport();
}

async function reopenItemReport(): Promise<void> {
	await itemButton.click();
	await expect.element(description).toBeVisible();
}

async function reopenUserReport(): Promise<void> {
	await personMenu.click();
	await page.getByRole('menuitem', { name: CHAT_MESSAGES.report('Vikram') }).click();
	await expect.element(description).toBeVisible();
}

describe.each([
	{
		about: 'an item',
		open: openItemReport,
		reopen: reopenItemReport,
		opener: itemButton,
		endpoint: reportItem,
		heading: 'Report Item',
		options: ['Other', 'Spam', 'Inappropriate', 'Fraud'],
		chosen: 'fraud',
		toastText: REPORT_MESSAGES.itemReported,
		failures: [REPORT_MESSAGES.itemFailed, REPORT_MESSAGES.itemNoConnection],
	},
	{
		about: 'a user',
		open: openUserReport,
		reopen: reopenUserReport,
		opener: personMenu,
		endpoint: reportUser,
		heading: 'Report Vikram',
		options: ['Harassment', 'Spam', 'Inappropriate behaviour', 'Scam', 'Fake profile', 'Other'],
		chosen: 'scam',
		toastText: REPORT_MESSAGES.userReported,
		failures: [REPORT_MESSAGES.userFailed, REPORT_MESSAGES.userNoConnection],
	},
])('dialog to report $about', ({ open, reopen, opener, endpoint, ...facts }) => {
	beforeEach(open);

	test('the report is sent with its type, its draft is deleted, and the focus returns to the button that opened the dialog', async () => {
		await expect.element(dialog.getByRole('heading', { name: facts.heading })).toBeVisible();
		await expect.element(description).toHaveFocus();
		await expectAccessible();
		const options = type.getByRole('option').elements();
		expect(options.map(({ textContent }) => textContent)).toEqual(facts.options);
		await description.fill('  Asks for an advance.  ');
		await userEvent.selectOptions(type, facts.chosen);
		await expect.poll(formDraftKeys).toHaveLength(1);

		await submit.click();

		await expect.element(dialog).not.toBeInTheDocument();
		await expect.element(toast(facts.toastText)).toBeVisible();
		await expect.element(opener).toHaveFocus();
		const sent = fakeApi.requests(endpoint).map(({ body }) => body);
		expect(sent).toMatchObject([{ complaint: 'Asks for an advance.', type: facts.chosen }]);
		await expect.poll(formDraftKeys).toEqual([]);
		await reopen();
		await expect.element(description).toHaveValue('');
		await expect.element(type).toHaveDisplayValue(facts.options[0] ?? '');
		await expect.element(type).toHaveAccessibleDescription(/ unless you choose another\.$/);
		await expect.element(draftNote).not.toBeInTheDocument();
	});

	test('a report that cannot be sent shows the reason and is kept, also over a new login, until “Start over”', async () => {
		const alert = dialog.getByRole('alert');
		await description.fill('Asks for an advance.');
		await userEvent.selectOptions(type, facts.chosen);
		const [failed = '', noConnection = ''] = facts.failures;
		for (const [answer, reason] of [
			[refuse(404, REPORT_ERRORS.unknownUser), REPORT_ERRORS.unknownUser.message],
			[new Response('{}', { status: 400 }), failed],
			[NO_CONNECTION, noConnection],
		] as const) {
			fakeApi.answer(endpoint, answer);
			await submit.click();
			await expect.element(alert.getByText(reason, { exact: true })).toBeVisible();
		}
		await expect.element(description).toHaveValue('Asks for an advance.');
		await expect.poll(formDraftKeys).toHaveLength(1);

		await logInAgain(window.location.pathname);
		await reopen();
		await expect.element(draftNote).toBeVisible();
		await expect.element(description).toHaveValue('Asks for an advance.');
		await expect.element(type).toHaveValue(facts.chosen);
		await expect.element(description).toHaveFocus();
		await startOver();
		await expect.element(description).toHaveValue('');
		await expect.element(description).toHaveFocus();
		await expect.element(type).toHaveDisplayValue(facts.options[0] ?? '');
		await expect.element(draftNote).not.toBeInTheDocument();
		await expect.poll(formDraftKeys).toEqual([]);
	});
});

test('the report of an item needs a text of at most 2,000 characters, which are counted near the limit', async () => {
	await openItemReport();
	const alert = dialog.getByRole('alert');
	await description.fill('   ');
	await submit.click();
	await expect.element(alert.getByText(REPORT_ERRORS.itemReason.message)).toBeVisible();
	await expect.element(description).toHaveFocus();

	await description.fill('x'.repeat(REPORT_LIMITS.complaintMax + 1));
	await expect.element(dialog.getByText('2001/2000')).toBeVisible();
	await submit.click();
	await expect.element(alert.getByText(REPORT_ERRORS.tooLong.message)).toBeVisible();
	await description.fill('😀'.repeat(REPORT_LIMITS.complaintMax));
	await submit.click();

	await expect.element(toast(REPORT_MESSAGES.itemReported)).toBeVisible();
});

test('the report of a user cannot be sent without a description', async () => {
	await openUserReport();
	await expect.element(submit).toBeDisabled();

	await description.fill('   ');

	await expect.element(submit).toBeDisabled();
});

describe('list of one’s own reports', () => {
	const cards = page.getByRole('list', { name: PAGE_TABLE.myReports.label }).getByRole('listitem');

	function report(id: string, changes: Partial<OwnReport> = {}): OwnReport {
		const createdAt = '2026-02-03T04:05:06.000Z';
		const [kind, about, link] = ['user', 'Ravi', '/people/5'] as const;
		const fields = { type: 'harassment', complaint: 'Rude', status: 'pending' } as const;
		return { id, kind, about, link, ...fields, createdAt, resolvedAt: null, ...changes };
	}

	function reply(reports: OwnReport[], nextCursor: string | null = null) {
		return { success: true, reports, nextCursor } satisfies SchemaInput<
			typeof listOwnReports.reply
		>;
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
});
