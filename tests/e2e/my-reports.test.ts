import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { REPORT_MESSAGES } from '#contract/reports/reports.ts';
import { openPool } from '#server/db/client.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { expectAccessibleInAllViewports } from '#tests/support/page-checks.ts';
import { scrollToEnd } from '#tests/support/page-navigation.ts';
import { type Person, postItemAs, signUpPerson } from '#tests/support/people.ts';
import { openDatabase } from '#tools/lib/open-database.ts';

const { visit } = await openBrowser();
const { url } = await openDatabase(
	{ databaseUrl: undefined, dataDir: inject('marketDataDir') },
	() => undefined,
);
const { db, close } = openPool(url, () => undefined);
afterAll(close);

const seller = await signUpPerson('Ravi');
const item = await postItemAs(seller, { title: 'Electric kettle' });

const LIST_CALL = '**/api/reports/mine*';

/** Sends a report as the pages do. */
async function report(person: Person, path: string, complaint: string): Promise<void> {
	const response = await fetch(`${inject('marketAddress')}/api${path}`, {
		method: 'POST',
		headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
		body: JSON.stringify({ complaint }),
	});
	if (response.status !== 201) throw new Error(`${path}: ${response.status}`);
}

describe('My Reports', () => {
	test('explains what will be there and links to the rules when it is empty', async () => {
		const page = await visit('/my-reports', { as: await signUpPerson(), width: 360 });

		await page.getByRole('heading', { name: REPORT_MESSAGES.noReports }).waitFor();

		await page.getByText(REPORT_MESSAGES.noReportsHint).waitFor();
		await page.getByRole('link', { name: 'Read the rules' }).click();
		await page.waitForURL('/rules');
	});

	test('shows the outcome of each report and links to what is still there', async () => {
		const me = await signUpPerson();
		await report(me, `/report/report-item/${item}`, 'No plug');
		await report(me, `/user-report/report-user/${seller.id}`, 'Rude');
		await report(me, `/user-report/report-user/${seller.id}`, 'Still rude');
		await db.execute(sql`
			update item_reports set status = 'resolved', action = 'none', resolved_at = now()
			where reporter_id = ${me.id}`);
		await db.execute(sql`
			update user_reports set status = 'dismissed', resolved_at = now()
			where reporter_id = ${me.id} and complaint = 'Rude'`);
		const page = await visit('/my-reports', { as: me });

		const cards = page.getByRole('list', { name: REPORT_MESSAGES.myReports }).getByRole('listitem');
		await cards.first().waitFor();

		const texts = await cards.allTextContents();
		expect(texts).toHaveLength(3);
		expect(texts[0]).toContain('Still rude');
		expect(texts[0]).toContain(REPORT_MESSAGES.outcomes.pending);
		expect(texts[1]).toContain(REPORT_MESSAGES.outcomes.dismissed);
		expect(texts[1]).toContain('Harassment');
		expect(texts[2]).toContain(REPORT_MESSAGES.outcomes.resolved);
		await cards.nth(0).getByRole('link', { name: 'Ravi' }).waitFor();
		await cards.nth(2).getByRole('link', { name: 'Electric kettle' }).click();
		await page.waitForURL(`/item/${item}`);
	});

	test('loads on to the oldest', async () => {
		const me = await signUpPerson();
		await db.execute(sql`
			insert into user_reports (reporter_id, reported_id, complaint, type, created_at)
			select ${me.id}, ${seller.id}, 'Complaint ' || n, 'spam', now() - n * interval '1 minute'
			from generate_series(1, 65) n`);
		const page = await visit('/my-reports', { as: me });
		const cards = page.getByRole('list', { name: REPORT_MESSAGES.myReports }).getByRole('listitem');
		await page.getByText('Complaint 1', { exact: true }).waitFor();

		await scrollToEnd(page);
		await page.getByText('Complaint 60', { exact: true }).waitFor();
		await scrollToEnd(page);

		await page.getByText('Complaint 65', { exact: true }).waitFor();
		expect(await cards.count()).toBe(65);
		expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
	});

	test('offers a retry when loading fails', async () => {
		const me = await signUpPerson();
		const page = await visit('/', { as: me });
		await page.route(LIST_CALL, (route) =>
			route.fulfill({ status: 400, json: { success: false } }),
		);
		await page.goto('/my-reports');
		await page.getByRole('alert').getByText(COMMON_MESSAGES.failed).waitFor();
		await page.unroute(LIST_CALL);
		await page.route(LIST_CALL, (route) => route.abort());
		await page.getByRole('button', { name: 'Try again' }).click();
		await page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection).waitFor();

		await page.unroute(LIST_CALL);
		await page.getByRole('button', { name: 'Try again' }).click();

		await page.getByRole('heading', { name: REPORT_MESSAGES.noReports }).waitFor();
	});

	test('is not for visitors', async () => {
		const page = await visit('/my-reports');

		await page.waitForURL('/');
	});
});

describe('axe finds nothing wrong, on phone and desktop, light and dark,', () => {
	test('on My Reports', async () => {
		const me = await signUpPerson();
		const link = `https://market.example/${'x'.repeat(300)}`;
		await report(me, `/report/report-item/${item}`, `No plug.\nSee ${link}`);
		const page = await visit('/my-reports', { as: me, width: 360 });
		await page.getByText('No plug.').waitFor();

		await expectAccessibleInAllViewports(page);
	});
});
