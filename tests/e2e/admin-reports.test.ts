import type { Page, Request } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import type * as z from 'zod/mini';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import type { adminReports } from '#contract/admin/reports.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import { delayRequests } from '#tests/support/delay-requests.ts';
import { pressDelayed } from '#tests/support/delayed-actions.ts';
import { expectAccessibleInAllViewports } from '#tests/support/page-checks.ts';
import { type Person, postItemAs, signUpPerson } from '#tests/support/people.ts';
import { rewriteResponses } from '#tests/support/rewrite-responses.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();
const admin = await adminAccess.admin();
const colleague = await adminAccess.admin();
const owner = await signUpPerson('Ravi Teja');
const reporter = await signUpPerson('Meena');
const other = await signUpPerson('Farhan');

const COMPLAINT = 'This kettle was sold to me last month already, and it leaks whenever it boils.';

/** Makes texts unique to this file. */
let made = 0;
const uniqueWord = () => `kettle${Date.now()}x${++made}`;

async function send(person: Person, path: string, body: object): Promise<void> {
	const response = await fetch(`${inject('marketAddress')}/api${path}`, {
		method: 'POST',
		headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	if (response.status !== 201) throw new Error(`${path}: ${await response.text()}`);
}

/** An item that was reported once by each of `people`. */
async function reportedItem(people: readonly Person[] = [reporter], complaint = COMPLAINT) {
	const title = uniqueWord();
	const id = await postItemAs(owner, { title });
	for (const person of people) {
		await send(person, `/report/report-item/${id}`, { complaint, type: 'fraud' });
	}
	return { title, id };
}

/** Reports about users are identified by the user. */
async function reportedPerson(extra: object = {}) {
	const person = await signUpPerson(uniqueWord());
	const body = { complaint: 'Rude.', type: 'harassment', ...extra };
	await send(reporter, `/user-report/report-user/${person.id}`, body);
	return person;
}

const searched = (page: string, words: string) => `${page}?q=${words}`;
const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words }).first();
const panel = (page: Page) => page.getByRole('dialog', { name: /^Report about/ });
const confirm = (page: Page, name: string) =>
	page.getByRole('alertdialog', { name }).getByRole('button', { name }).click();
const textOnPage = (page: Page, words: string) => page.getByText(words, { exact: true });

const PENDING_CALL = /\/api\/admin\/reports\?.*status=pending/;

/** Chromium reports some responses as failed although the page has read them completely. */
function waitForRequestTo(page: Page, address: RegExp): Promise<Request> {
	const predicate = (request: Request) => address.test(request.url());
	return Promise.race([
		page.waitForEvent('requestfinished', { predicate }),
		page.waitForEvent('requestfailed', { predicate }),
	]);
}

/** The queue as if only these reports were pending: other tests report as well. */
async function onlyPending(page: Page, words: readonly string[]): Promise<void> {
	await rewriteResponses(page, PENDING_CALL, (response: z.infer<typeof adminReports>) => {
		const reports = response.reports.filter(({ Item }) => words.includes(Item.title));
		return { ...response, reports, pagination: { ...response.pagination, total: reports.length } };
	});
}

describe('reports about items', () => {
	test('arrive live, shortened to fifty characters, and are read in full beside the list', async () => {
		const { title, id } = await reportedItem([]);
		const page = await visit(searched(ADMIN_PAGES.reports, title), { admin, width: 1440 });
		await page.getByText('No reports match these filters.').waitFor();

		await send(reporter, `/report/report-item/${id}`, { complaint: COMPLAINT, type: 'fraud' });
		await row(page, title).waitFor();
		const cells = await row(page, title).getByRole('cell').allInnerTexts();
		expect(cells.slice(0, 6)).toEqual([
			'This kettle was sold to me last month already, and…',
			title,
			'Pending',
			'Ravi Teja',
			'Meena',
			'Fraud',
		]);

		await page.keyboard.press('j');
		await page.keyboard.press('Enter');
		await panel(page).getByText(COMPLAINT).waitFor();
		expect(await panel(page).getByRole('link', { name: title }).getAttribute('href')).toBe(
			`${ADMIN_PAGES.items}?item=${id}`,
		);
		expect(await panel(page).getByRole('link', { name: 'Ravi Teja' }).getAttribute('href')).toBe(
			`${ADMIN_PAGES.users}?user=${owner.id}`,
		);
	});

	test('are approved without further action, and then offer no decision', async () => {
		const { title } = await reportedItem();
		const page = await visit(searched(ADMIN_PAGES.reports, title), { admin, width: 1440 });
		await row(page, title).getByRole('button', { name: /^View/ }).click();
		await panel(page).getByLabel('Notes (optional)').fill('Seen and talked about.');
		const resolve = panel(page).getByRole('button', { name: 'Resolve without action' });
		await pressDelayed(page, () => resolve.click());

		await textOnPage(page, REPORT_DECISION_MESSAGES.resolved).waitFor();
		await panel(page).getByText('No action').waitFor();
		await panel(page).getByText('Seen and talked about.').waitFor();
		await panel(page).getByText(admin.username, { exact: true }).waitFor();
		expect(await resolve.count()).toBe(0);
		expect(await row(page, title).getByRole('button').allInnerTexts()).toEqual(['View']);
	});

	test('lead to a ban after a confirmation, for every report about the item', async () => {
		const { title } = await reportedItem([reporter, other]);
		const page = await visit(searched(ADMIN_PAGES.reports, title), { admin, width: 1440 });
		await row(page, title).getByRole('button', { name: /^View/ }).click();
		await panel(page).getByLabel('Also the other pending report about this item').check();
		await page.getByRole('heading', { name: /^Report/ }).click();
		await page.keyboard.press('b');
		const question = page.getByRole('alertdialog', { name: 'Ban item' });
		await question.getByText(title).waitFor();
		await question.getByRole('button', { name: 'Ban item' }).click();

		await textOnPage(page, REPORT_DECISION_MESSAGES.resolved).waitFor();
		await panel(page).getByText('Item banned').waitFor();
		await panel(page).getByText('Banned', { exact: true }).waitFor();
		await expect
			.poll(() => page.getByRole('cell', { name: 'Resolved' }).count(), { timeout: 10_000 })
			.toBe(2);
	});

	test('that a colleague decided first say so and show the outcome', async () => {
		const { title } = await reportedItem();
		const page = await visit(searched(ADMIN_PAGES.reports, title), { admin });
		await row(page, title).getByRole('button', { name: /^View/ }).click();
		const id = Number(new URL(page.url()).searchParams.get('report'));
		await page.routeWebSocket('**/*', () => undefined);
		await panel(page).getByRole('button', { name: 'Dismiss' }).waitFor();
		// The request is on its way when the colleague decides.
		await page.route('**/dismiss', async (route) => {
			await adminAccess.callAs(colleague)('PUT', `/admin/reports/${id}/resolve`, {
				action: 'none',
			});
			await route.continue();
		});
		await pressDelayed(page, () => panel(page).getByRole('button', { name: 'Dismiss' }).click());

		await page.getByRole('alert').getByText(REPORT_DECISION_MESSAGES.notPending).waitFor();
		await row(page, title).getByText('Resolved').waitFor();
	});

	test('show the messages of the specification when a request fails', async () => {
		const { title } = await reportedItem();
		const page = await visit(searched(ADMIN_PAGES.reports, title), { admin });
		await row(page, title).waitFor();
		const alert = page.getByRole('alert');

		await page.route('**/resolve', (route) => route.fulfill({ status: 500, json: {} }));
		const resolve = page.getByRole('button', { name: /^Resolve without action/ });
		await row(page, title).getByRole('button', { name: /^More/ }).click();
		await pressDelayed(page, () => resolve.click());
		await alert.getByText(REPORT_DECISION_MESSAGES.failed('approve')).waitFor();
		await page.route('**/dismiss', (route) => route.fulfill({ json: { success: true } }));
		const dismiss = row(page, title).getByRole('button', { name: /^Dismiss/ });
		await pressDelayed(page, () => dismiss.click());
		await textOnPage(page, REPORT_DECISION_MESSAGES.recorded('reject')).waitFor();
		await page.unroute('**/resolve');
		await page.route('**/resolve', (route) => route.abort());
		await row(page, title).getByRole('button', { name: /^View/ }).click();
		await panel(page).getByRole('button', { name: 'Warn and resolve' }).click();
		await confirm(page, 'Warn and resolve');
		await alert.getByText(REPORT_DECISION_MESSAGES.error('warn_user')).waitFor();
		await page.keyboard.press('Escape');

		await page.route('**/api/admin/reports?*', (route) => route.abort());
		await page.getByLabel('Status').selectOption('resolved');
		await alert.getByText(REPORT_DECISION_MESSAGES.loadFailed).waitFor({ timeout: 20_000 });
	});

	test('show errors above the panel on a phone', async () => {
		const { title } = await reportedItem();
		const page = await visit(searched(ADMIN_PAGES.reports, title), { admin, width: 390 });
		await page.route('**/resolve', (route) => route.abort());
		await row(page, title).getByRole('button', { name: /^View/ }).click();
		await panel(page).getByRole('button', { name: 'Warn and resolve' }).click();
		await confirm(page, 'Warn and resolve');

		const failure = REPORT_DECISION_MESSAGES.error('warn_user');
		const alert = page.getByRole('alert').filter({ hasText: failure });
		await alert.getByRole('button', { name: 'Dismiss' }).click();
		await alert.waitFor({ state: 'detached' });
	});

	test('apply keyboard shortcuts to the report in the open panel first', async () => {
		const { title } = await reportedItem([reporter, other]);
		const page = await visit(searched(ADMIN_PAGES.reports, title), { admin, width: 1440 });
		await row(page, title).getByRole('button', { name: /^View/ }).click();
		const name = await panel(page).getByRole('heading', { level: 2 }).innerText();

		await page.keyboard.press('j');
		// By its heading: the next report lists this one among the others about the same item.
		await panel(page).getByRole('heading', { name, exact: true }).waitFor({ state: 'detached' });
		await page.keyboard.press('b');

		await page.getByRole('alertdialog', { name: 'Ban item' }).waitFor();
	});

	test('are worked through from the oldest on, by keyboard alone, until none is left', async () => {
		const [first, second] = [await reportedItem(), await reportedItem()];
		const page = await visit(searched(ADMIN_PAGES.reports, first.title), { admin, width: 1440 });
		await onlyPending(page, [first.title, second.title]);
		await page.getByRole('button', { name: 'Work through pending' }).click();
		const shows = (title: string) => panel(page).getByRole('link', { name: title }).waitFor();
		await shows(first.title);
		await panel(page).getByText('2 items left').waitFor();

		await page.keyboard.press('n');
		await shows(second.title);
		await panel(page).getByText('2 items left, 1 of them skipped').waitFor();
		await page.keyboard.press('a');
		const end = page.getByRole('dialog', { name: 'Pending reports' });
		await end.getByText('Those that you skipped are still here.').waitFor();
		await end.getByRole('button', { name: 'Go through them again' }).click();
		await shows(first.title);
		await page.keyboard.press('r');
		await end.getByText('Nothing is waiting for a decision.').waitFor();
		await page.keyboard.press('Escape');
		await end.waitFor({ state: 'detached' });
		expect(new URL(page.url()).searchParams.has('queue')).toBe(false);
	});

	test.each([
		['to another screen', -2],
		['back to the list', -1],
	])(
		'leave an administrator who went %s there when the decision is done',
		async (_where, steps) => {
			const [first, second] = [await reportedItem(), await reportedItem()];
			const page = await visit(ADMIN_PAGES.users, { admin, width: 1440 });
			await onlyPending(page, [first.title, second.title]);
			await page
				.getByRole('link', { name: /^Item reports/ })
				.first()
				.click();
			await page.getByRole('button', { name: 'Work through pending' }).click();
			await panel(page).getByText('2 items left').waitFor();
			const decide = await delayRequests(page, '**/api/admin/reports/*/resolve');
			await page.keyboard.press('b');
			await confirm(page, 'Ban item');
			await page.evaluate((by) => history.go(by), steps);
			await panel(page).waitFor({ state: 'detached' });

			const next = page.waitForResponse(PENDING_CALL);
			const hasBeenRead = waitForRequestTo(page, PENDING_CALL);
			decide();
			await Promise.all([next, hasBeenRead]);
			await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));

			expect(page.url()).not.toContain('report=');
		},
	);
});

describe('reports about users', () => {
	test('are resolved from the list with a warning, or dismissed, each with its default note', async () => {
		const [warned, left] = [await reportedPerson(), await reportedPerson()];
		const page = await visit(searched(ADMIN_PAGES.userReports, warned.userName), { admin });
		await row(page, warned.userName).getByRole('button', { name: /^More/ }).click();
		await page.getByRole('button', { name: /^Warn and resolve/ }).click();
		await confirm(page, 'Warn and resolve');
		await textOnPage(page, REPORT_DECISION_MESSAGES.resolved).waitFor();
		await row(page, warned.userName).getByRole('button', { name: /^View/ }).click();
		await panel(page).getByText('User warned', { exact: true }).waitFor();
		await panel(page).getByText(REPORT_DECISION_MESSAGES.warnedNote).waitFor();

		await page.goto(searched(ADMIN_PAGES.userReports, left.userName));
		const dismiss = row(page, left.userName).getByRole('button', { name: /^Dismiss/ });
		await pressDelayed(page, () => dismiss.click());
		await textOnPage(page, REPORT_DECISION_MESSAGES.dismissed).waitFor();
		await row(page, left.userName).getByRole('button', { name: /^View/ }).click();
		await panel(page).getByText(REPORT_DECISION_MESSAGES.dismissedNote).waitFor();
	});

	test('show the reported chat only after it is requested', async () => {
		const person = await signUpPerson(uniqueWord());
		const itemId = await postItemAs(person);
		const room = { itemId, buyerId: reporter.id };
		await sendMessagesAs(reporter, room, 'Is it still there?');
		await sendMessagesAs(person, room, 'Not for you.');
		const body = { complaint: 'Rude.', type: 'harassment', roomId: formatRoomId(room) };
		await send(reporter, `/user-report/report-user/${person.id}`, body);

		const page = await visit(searched(ADMIN_PAGES.userReports, person.userName), { admin });
		await row(page, person.userName).getByRole('button', { name: /^View/ }).click();
		const chat = panel(page).getByRole('region', { name: 'Chat' });
		await chat.getByText(/goes into the audit log/).waitFor();
		await chat.getByRole('button', { name: 'Read the chat' }).click();
		await chat.getByText('Not for you.').waitFor();
		expect(await chat.getByRole('listitem').count()).toBe(2);
	});
});

test('say who will read the notes of a decision before it is made', async () => {
	const { title } = await reportedItem();
	const { userName } = await reportedPerson();
	const page = await visit(searched(ADMIN_PAGES.reports, title), { admin });
	await row(page, title).getByRole('button', { name: /^View/ }).click();
	await panel(page)
		.getByText('“Warn and resolve” and “Ban item” show them to the owner; otherwise only')
		.waitFor();

	await page.goto(searched(ADMIN_PAGES.userReports, userName));
	await row(page, userName).getByRole('button', { name: /^View/ }).click();
	await panel(page)
		.getByText('“Warn and resolve” shows them to this person; otherwise only')
		.waitFor();
});

test('axe finds nothing wrong on the reports beside their list, on phone and desktop, light and dark', async () => {
	const { userName } = await reportedPerson();
	const page = await visit(searched(ADMIN_PAGES.userReports, userName), { admin, width: 360 });
	await row(page, userName).waitFor();
	await expectAccessibleInAllViewports(page);
	await row(page, userName).getByRole('button', { name: /^View/ }).click();
	await panel(page).getByRole('button', { name: 'Ban user' }).waitFor();
	await expectAccessibleInAllViewports(page);

	const { title } = await reportedItem([reporter, other]);
	await page.goto(searched(ADMIN_PAGES.reports, title));
	await row(page, title).getByRole('button', { name: /^View/ }).click();
	await panel(page).getByRole('button', { name: 'Ban item' }).waitFor();
	await expectAccessibleInAllViewports(page);
});
