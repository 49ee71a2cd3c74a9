import { test } from 'vitest';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { openOffice } from '#tests/support/office.ts';
import { signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const office = await openOffice();

test('pending reports behind a page of skipped ones are reached as well', async () => {
	const reporter = office.callAs(await signUpPerson());
	const [first, second] = [await signUpPerson('Farhan'), await signUpPerson('Gauri')];
	for (const { id } of [first, second]) {
		const complaint = { complaint: 'Rude.', type: 'harassment' };
		await reporter('POST', `/user-report/report-user/${id}`, complaint);
	}
	const page = await visit(ADMIN_PAGES.userReports, { admin: await office.admin(), width: 1440 });
	// As if a page had room for one, and nothing else were pending: the market is others' as well.
	await page.route(/\/api\/admin\/user-reports\?.*status=pending/, async (route) => {
		const response = await route.fetch({
			url: route
				.request()
				.url()
				.replace(/\bpage=\d+/, 'page=1'),
		});
		const at = new URL(route.request().url()).searchParams.get('page');
		const { userReports, pagination, ...answer } = await response.json();
		const shown = at === '1' ? first : second;
		await route.fulfill({
			response,
			json: {
				...answer,
				userReports: userReports.filter(({ reportedUser }: Listed) => reportedUser.id === shown.id),
				pagination: { ...pagination, total: 2, totalPages: 2, hasNext: at === '1' },
			},
		});
	});

	await page.getByRole('button', { name: 'Work through pending' }).click();
	const panel = page.getByRole('dialog', { name: /^Report \d+$/ });
	await panel.getByText('Farhan').first().waitFor();
	await panel.getByRole('button', { name: 'Skip' }).click();

	await panel.getByText('Gauri').first().waitFor();
});

interface Listed {
	reportedUser: { id: number };
}
