import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ACCOUNT_MESSAGES } from '#contract/accounts/account.ts';
import { RECOVERY_MESSAGES } from '#contract/auth/recovery.ts';
import { CONFIRM_SNOOZE_DAYS } from '#contract/core/cookies.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { COLLEGE_DOMAIN } from '#tests/support/college.ts';
import { findMailedLink } from '#tests/support/mailbox.ts';
import { notificationBell } from '#tests/support/notification-locators.ts';
import { expectAccessibleInAllViewports } from '#tests/support/page-checks.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { registerPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();

const confirmNotice = (page: Page, address: string) =>
	page.getByText(`${NOTIFICATION_MESSAGES.confirmAddress} ${address}`, { exact: true });

async function signUp(width: number): Promise<{ page: Page; email: string }> {
	const email = `${randomUUID()}@campus.example`;
	const page = await visit('/signup', { width });
	await page.getByLabel('Name').fill('Asha');
	await page.getByLabel('Email address').fill(email);
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
	await page.getByLabel('Confirm Password').fill(PASSWORD);
	await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
	await page.waitForURL('/');
	return { page, email };
}

describe('a user who has just signed up', () => {
	test('reads on every page which address the mail went to, can have it sent again, and can dismiss the notice for some days', async () => {
		const { page, email } = await signUp(360);
		await confirmNotice(page, email).waitFor();
		await expectAccessibleInAllViewports(page);

		await page.getByRole('button', { name: NOTIFICATION_MESSAGES.sendAgain }).click();
		await page.getByText(ACCOUNT_MESSAGES.confirmationTooSoon).waitFor();
		await page.route('**/api/account/send-confirmation', (route) => route.abort());
		await page.getByRole('button', { name: NOTIFICATION_MESSAGES.sendAgain }).click();
		await page.getByText(ITEM_MESSAGES.noConnection).waitFor();
		await page.goto('/about');
		await confirmNotice(page, email).waitFor();
		await page.getByRole('main').evaluate((main) => main.scrollIntoView());
		await page.getByRole('button', { name: 'Dismiss', exact: true }).click();

		expect(await confirmNotice(page, email).count()).toBe(0);
		await page.reload();
		await notificationBell(page, 0).waitFor();
		await page.getByRole('heading', { level: 1 }).waitFor();
		expect(await confirmNotice(page, email).count()).toBe(0);
		const cookies = await page.context().cookies();
		const { expires = 0 } = cookies.find(({ value }) => value === 'later') ?? {};
		const days = (expires - Date.now() / 1000) / 86_400;
		expect(Math.round(days)).toBe(CONFIRM_SNOOZE_DAYS);
	});

	test('sees the notice disappear once the address is confirmed elsewhere', async () => {
		const { page, email } = await signUp(1024);
		await confirmNotice(page, email).waitFor();

		const as = await page.evaluate(() => ({
			token: localStorage.getItem('accessToken') ?? '',
			id: Number(localStorage.getItem('userId')),
		}));
		const other = await visit(await findMailedLink(email, '/confirm-email'), { as });
		await other.getByText(RECOVERY_MESSAGES.emailConfirmed).waitFor();

		await confirmNotice(page, email).waitFor({ state: 'detached' });
	});
});

test('the notice causes no layout shift on the next page and does not cover a chat', async () => {
	const person = await registerPerson();
	const page = await visit('/rules', { as: person, width: 360 });
	await confirmNotice(page, person.email).waitFor();
	await page.addInitScript(() => {
		const shifts: number[] = [];
		Object.assign(window, { shifts });
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries())
				shifts.push((entry as unknown as { value: number }).value);
		}).observe({ type: 'layout-shift', buffered: true });
	});
	await page.reload();
	await confirmNotice(page, person.email).waitFor();
	await page.evaluate(
		() => new Promise((resume) => requestAnimationFrame(() => requestAnimationFrame(resume))),
	);
	expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([]);

	await page.setViewportSize({ width: 1024, height: 768 });
	await page.goto('/chat/1/2');
	await notificationBell(page, 0).waitFor();
	expect(await confirmNotice(page, person.email).count()).toBe(0);
});

test('the account page of an unverified user names the addresses that count and what to do', async () => {
	const [student, other] = [
		await registerPerson('Asha', COLLEGE_DOMAIN),
		await registerPerson('Ravi'),
	];
	const badge = (page: Page) => page.getByRole('region', { name: 'Badge' });

	const page = await visit('/account', { as: student, width: 360 });
	await badge(page).getByText('Not verified yet', { exact: true }).waitFor();
	await badge(page).getByText(`@${COLLEGE_DOMAIN}`, { exact: true }).waitFor();
	await badge(page).getByText(`Open the link that we mailed to ${student.email}`).waitFor();
	expect(await badge(page).locator('svg').count()).toBe(0);

	const page2 = await visit('/account', { as: other });
	await badge(page2).getByText('Enter yours under “Email” on this page').waitFor();
});
