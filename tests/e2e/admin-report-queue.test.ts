import { expect, test } from 'vitest';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { pressDelayed } from '#tests/support/delayed-actions.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();

test('pending reports behind a page of skipped ones are reached as well', async () => {
	const reporter = adminAccess.callAs(await signUpPerson());
	const [first, second] = [await signUpPerson('Farhan'), await signUpPerson('Gauri')];
	for (const { id } of [first, second]) {
		const complaint = { complaint: 'Rude.', type: 'harassment' };
		await reporter('POST', `/user-report/report-user/${id}`, complaint);
	}
	const page = await visit(ADMIN_PAGES.userReports, {
		admin: await adminAccess.admin(),
		width: 1440,
	});
	// As if a page had room for one report, and nothing else were pending: other tests report as well.
	await page.route(/\/api\/admin\/user-reports\?.*status=pending/, async (route) => {
		const response = await route.fetch({
			url: route
				.request()
				.url()
				.replace(/\bpage=\d+/, 'page=1'),
		});
		const at = new URL(route.request().url()).searchParams.get('page');
		const { userReports, pagination, ...body } = await response.json();
		const shown = at === '1' ? first : second;
		await route.fulfill({
			response,
			json: {
				...body,
				userReports: userReports.filter(({ reportedUser }: Listed) => reportedUser.id === shown.id),
				pagination: { ...pagination, total: 2, totalPages: 2, hasNext: at === '1' },
			},
		});
	});

	await page.getByRole('button', { name: 'Work through pending' }).click();
	const panel = page.getByRole('dialog', { name: /^Report about/ });
	await panel.getByText('Farhan').first().waitFor();
	await panel.getByRole('button', { name: 'Skip' }).click();

	await panel.getByText('Gauri').first().waitFor();
});

test('an item is one step of the queue, where all its reports are read and decided together', async () => {
	const owner = await signUpPerson('Ravi');
	const [meena, farhan, gauri] = [
		await signUpPerson('Meena'),
		await signUpPerson('Farhan'),
		await signUpPerson('Gauri'),
	];
	const title = `Kettle ${Date.now()}`;
	const [kettle, lamp] = [
		await postItemAs(owner, { title }),
		await postItemAs(owner, { title: `Lamp for ${title}` }),
	];
	const report = (person: { token: string }, itemId: number, complaint: string) =>
		adminAccess.callAs(person)('POST', `/report/report-item/${itemId}`, {
			complaint,
			type: 'fraud',
		});
	await report(meena, kettle, 'It leaks.');
	await report(meena, lamp, 'It is dark.');
	await report(farhan, kettle, 'It was stolen from me.');
	const page = await visit(ADMIN_PAGES.reports, { admin: await adminAccess.admin(), width: 1440 });
	// As if nothing else were pending: other tests report as well.
	await page.route(/\/api\/admin\/reports\?.*status=pending/, async (route) => {
		const url = `${route
			.request()
			.url()
			.replace(/\bq=[^&]*&?/, '')}&q=${encodeURIComponent(title)}`;
		await route.fulfill({ response: await route.fetch({ url }) });
	});
	const panel = page.getByRole('dialog', { name: /^Report about/ });
	const others = panel.getByRole('region', { name: 'Other pending reports about this item' });
	const tick = panel.getByRole('checkbox', { name: /^Also the/ });

	await page.getByRole('button', { name: 'Work through pending' }).click();
	await panel.getByText('2 items left').waitFor();
	await others.getByText('It was stolen from me.').waitFor();
	await others.getByRole('link', { name: 'Farhan' }).waitFor();
	await tick.check();
	// A report that arrives later is not decided before it was read: the box has to be ticked again.
	await report(gauri, kettle, 'It is mine.');
	await others.getByText('It is mine.').waitFor();
	expect(await tick.isChecked()).toBe(false);
	await tick.check();
	const sent = page.waitForRequest('**/dismiss');
	await pressDelayed(page, () => panel.getByRole('button', { name: 'Dismiss' }).click());

	expect((await sent).postDataJSON().otherReports).toHaveLength(2);
	await panel.getByText('It is dark.').waitFor();
	await panel.getByText('1 item left').waitFor();
	expect(await tick.count()).toBe(0);
});

interface Listed {
	reportedUser: { id: number };
}
