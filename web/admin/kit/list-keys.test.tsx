import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { dismissUserReport } from '#contract/admin/reports.ts';
import { ADMIN_SEARCH_MESSAGES } from '#contract/admin/search.ts';
import {
	button,
	panelOf,
	press,
	pressByKeyboard,
	question,
	rowOf,
} from '#tests/support/admin-locators.ts';
import { fakeUserReports, userReport } from '#tests/support/fake-admin-reports.ts';
import { adminUser, fakeAdminUsers } from '#tests/support/fake-admin-users.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';
import { setLetterKeys } from './key-hints.tsx';

/** Dispatches the repeated keydown event of a key that is held down. */
function repeat(key: string): void {
	const options = { key, repeat: true, bubbles: true, cancelable: true };
	document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', options));
}

const open = (path: string) => renderAdminPage(path, { as: ADMIN, width: 1440 });

test('holding down a letter key decides only one report, although the next report receives the focus', async () => {
	vi.useFakeTimers();
	fakeUserReports(userReport('Farhan'), userReport('Gauri'));
	await open(`${ADMIN_PAGES.userReports}?status=pending`);
	await expect.element(rowOf('Gauri')).toBeVisible();

	await press('j', 'r');
	repeat('r');
	await vi.advanceTimersByTimeAsync(10_500);
	await expect.element(rowOf('Farhan')).not.toBeInTheDocument();
	await expect.element(button('View report about Gauri by Meena')).toHaveFocus();
	repeat('r');
	await vi.advanceTimersByTimeAsync(10_500);

	expect(fakeApi.requests(dismissUserReport)).toHaveLength(1);
});

test('holding down the letter key for the next row moves the focus repeatedly', async () => {
	fakeAdminUsers(adminUser('Asha'), adminUser('Bela'), adminUser('Chitra'));
	await open(ADMIN_PAGES.users);
	await expect.element(rowOf('Chitra')).toBeVisible();

	await press('j');
	repeat('j');
	repeat('j');

	await expect.element(button('View Chitra')).toHaveFocus();
});

test('the arrow keys move the focus through a row menu that was opened by keyboard', async () => {
	fakeAdminUsers(adminUser('Asha'));
	await open(ADMIN_PAGES.users);
	await expect.element(rowOf('Asha')).toBeVisible();

	await pressByKeyboard(button('More for Asha'));
	await expect.element(button('Warn Asha')).toHaveFocus();
	await press('{ArrowDown}');
	await expect.element(button('Ban Asha')).toHaveFocus();
	await press('{ArrowDown}');
	await expect.element(button('Warn Asha')).toHaveFocus();
	await press('{ArrowUp}', '{Enter}');

	await expect.element(panelOf('Ban Asha')).toBeVisible();
});

test('while letter keys are switched off, they do nothing and no key hints are shown; switching them on restores them', async () => {
	onTestFinished(() => setLetterKeys(true));
	fakeUserReports(userReport('Farhan'));
	await open(ADMIN_PAGES.userReports);
	const toggle = page.getByText('Letter keys');
	const panel = panelOf(/^Report about/);
	await expect.element(rowOf('Farhan')).toBeVisible();
	await toggle.click();

	await rowOf('Farhan').getByRole('button', { name: /^View/ }).click();
	await expect.element(button('Warn', panel)).toBeVisible();
	await press('w', 'j', '/');

	await expect.element(question).not.toBeInTheDocument();
	expect(document.querySelectorAll('kbd, [aria-keyshortcuts="w"]')).toHaveLength(0);
	await press('{Escape}');
	await expect.element(panel).not.toBeInTheDocument();
	await toggle.click();
	await press('/');
	const search = page.getByRole('combobox', { name: ADMIN_SEARCH_MESSAGES.label });
	await expect.element(search).toHaveFocus();
});
