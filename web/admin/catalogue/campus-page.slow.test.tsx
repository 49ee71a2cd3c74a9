import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
	CATALOGUE_MESSAGES,
	changeCategoryList,
	changeSearchWords,
	changeTermStarts,
} from '#contract/admin/catalogue.ts';
import { ADMIN_EVENTS } from '#contract/admin/events.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import type { OwnAdministrator } from '#contract/admin/session.ts';
import { CATALOGUE_ERRORS } from '#contract/catalogue/errors.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import {
	answerQuestion,
	button,
	panelOf,
	pressByKeyboard,
	question,
} from '#tests/support/admin-locators.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeAdminUsers } from '#tests/support/fake-admin-users.ts';
import { SUPER_ADMIN } from '#tests/support/fake-administrators.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { fakeCatalogueLists } from '#tests/support/fake-catalogue.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';

const status = page.getByRole('status');
const nameOf = (position: number) => page.getByLabelText(`Name of category ${position}`);
const tab = (name: string) => page.getByRole('tab', { name });
const save = (list: string) => button(`Save ${list}`);
const lastCategories = () => fakeApi.requests(changeCategoryList).at(-1)?.body.categories;

interface OpenOptions {
	as?: OwnAdministrator;
	width?: number;
	list?: string;
}

async function openCampus({
	as = SUPER_ADMIN,
	width = 1280,
	list = 'categories',
}: OpenOptions = {}) {
	await renderAdminPage(`${ADMIN_PAGES.campus}?list=${list}`, { as, width });
	await expect.element(page.getByRole('tabpanel')).toBeVisible();
}

test('a super administrator renames, hides and moves categories, and one request saves the whole list', async () => {
	fakeCatalogueLists();
	await openCampus();

	await nameOf(1).fill('Gadgets');
	await page.getByLabelText('Show PYQs').click();
	await button('Move PYQs up').click();
	await save('categories').click();

	await expect.element(status.getByText(CATALOGUE_MESSAGES.saved)).toBeVisible();
	expect(lastCategories()?.map(({ name, isVisible }) => [name, isVisible])).toEqual([
		['Gadgets', true],
		['PYQs', false],
		['Books', true],
		['Instruments', true],
		['Essentials', true],
		['OTHERS', true],
	]);
});

test('categories are reordered by keyboard: the move button keeps the focus, and the new position is announced to screen readers', async () => {
	fakeCatalogueLists();
	await openCampus();

	await expect.element(button('Move Books up')).toBeVisible();
	await pressByKeyboard(button('Move Books up'));

	await expect.element(nameOf(1)).toHaveValue('Books');
	await expect.element(button('Move Books up')).toHaveFocus();
	await expect.element(status.getByText('Books is number 1 of 6.')).toBeInTheDocument();
	await userEvent.keyboard('{Enter}');
	await expect.element(nameOf(1)).toHaveValue('Books');
});

test('a category is moved to another position by dragging', async () => {
	fakeCatalogueLists();
	await openCampus();
	const handle = page.getByTitle('Drag to move').nth(3);

	await handle.dropTo(page.getByTitle('Drag to move').first());

	await expect.element(nameOf(1)).toHaveValue('Instruments');
});

test('a super administrator adds a category with an icon and a detail field whose key is derived from the label', async () => {
	fakeCatalogueLists();
	await openCampus();

	await button('Add category').click();
	await expect.element(nameOf(7)).toHaveFocus();
	await nameOf(7).fill('Scrubs');
	await page.getByRole('button', { name: /^Icon of Scrubs/ }).click();
	await button('Shirt', panelOf('Icon of Scrubs')).click();
	await button('Details · 0 in Scrubs').click();
	await page.getByLabelText('Ask for the condition in Scrubs').click();
	await button('Add a detail to Scrubs').click();
	await page.getByLabelText('Label').fill('Size in inches');
	await expect.element(page.getByLabelText('Key')).toHaveValue('sizeInInches');
	await page.getByLabelText('Kind').selectOptions('Choice');
	await page.getByLabelText('Answers').fill('Small\n\nLarge');
	await save('categories').click();

	await expect.element(status.getByText(CATALOGUE_MESSAGES.saved)).toBeVisible();
	const choices = ['Small', 'Large'];
	expect(lastCategories()?.[6]).toEqual({
		name: 'Scrubs',
		icon: 'shirt',
		isVisible: true,
		asksCondition: false,
		fields: [{ key: 'sizeInInches', label: 'Size in inches', kind: 'choice', choices }],
	});
});

test('a category name that is taken shows an error at the field, and the list is not sent', async () => {
	fakeCatalogueLists();
	await openCampus();

	await nameOf(3).fill('books');
	await save('categories').click();

	const message = CATALOGUE_ERRORS.categoryNameTaken('books').message;
	await expect.element(page.getByText(message)).toBeVisible();
	await expect.element(nameOf(3)).toHaveFocus();
	await expect.element(nameOf(3)).toHaveAccessibleDescription(message);
	expect(fakeApi.requests(changeCategoryList)).toEqual([]);
	await nameOf(3).fill('Papers');
	await expect.element(page.getByText(message)).not.toBeInTheDocument();
});

test('a category with items can be hidden, not deleted; a category without items can be deleted', async () => {
	fakeCatalogueLists();
	await openCampus();

	await expect.element(button('Books has items: hide it instead')).toBeDisabled();
	await button('Delete Essentials').click();
	await expect.element(nameOf(5)).toHaveValue('OTHERS');
	await expect.element(nameOf(5)).toHaveFocus();
	await save('categories').click();

	await expect.element(status.getByText(CATALOGUE_MESSAGES.saved)).toBeVisible();
	expect(lastCategories()).toHaveLength(5);
});

test('when the server refuses to save the categories, the page shows the error and keeps the typed changes', async () => {
	fakeCatalogueLists();
	await openCampus();
	const refusal = CATALOGUE_ERRORS.categoryInUse('Essentials');
	fakeApi.answer(changeCategoryList, refuse(409, refusal));

	await nameOf(1).fill('Gadgets');
	await save('categories').click();

	await expect.element(page.getByRole('alert').getByText(refusal.message)).toBeVisible();
	await expect.element(nameOf(1)).toHaveValue('Gadgets');
});

test('when a colleague saved the categories first, the page warns, keeps the typed changes and offers the newest list', async () => {
	const stored = fakeCatalogueLists();
	await openCampus();
	await nameOf(1).fill('Gadgets');
	stored.changeElsewhere({ categories: stored.lists.categories.toReversed() });

	await save('categories').click();

	await expect.element(page.getByText(CATALOGUE_MESSAGES.outdated)).toBeVisible();
	await expect.element(nameOf(1)).toHaveValue('Gadgets');
	await expect.element(save('categories')).not.toBeInTheDocument();
	await button('Load the newest instead').click();
	await expect.element(nameOf(1)).toHaveValue('OTHERS');
	await nameOf(1).fill('Other things');
	await save('categories').click();
	await expect.element(status.getByText(CATALOGUE_MESSAGES.saved)).toBeVisible();
});

test('when the response to a save is lost but the reloaded list of categories has the changes, the page reports success', async () => {
	fakeCatalogueLists();
	fakeAdminUsers();
	await openCampus();
	await nameOf(1).fill(' Gadgets');
	await button('Add category').click();
	await nameOf(7).fill('Scrubs');
	const deliverAnswers = fakeApi.loseAnswers(changeCategoryList);

	await save('categories').click();

	await expect.element(status.getByText(CATALOGUE_MESSAGES.saved)).toBeVisible();
	await expect.element(nameOf(1)).toHaveValue('Gadgets');
	await expect.element(button('Discard')).not.toBeInTheDocument();
	await expect.element(page.getByText(CATALOGUE_MESSAGES.outdated)).not.toBeInTheDocument();
	await expect.element(page.getByText(REQUEST_ERRORS.failed.message)).not.toBeInTheDocument();
	deliverAnswers();
	await nameOf(7).fill('Lab coats');
	await save('categories').click();
	await expect.poll(() => lastCategories()?.[6]?.name).toBe('Lab coats');
	expect(lastCategories()?.[6]?.id).toEqual(expect.any(Number));
	await expect.element(button('Discard')).not.toBeInTheDocument();
	await page.getByRole('link', { name: 'Users' }).click();
	await expect.poll(() => window.location.pathname).toBe(ADMIN_PAGES.users);
});

test('a colleague’s change of the categories appears live when there are no unsaved changes', async () => {
	const stored = fakeCatalogueLists();
	await openCampus();
	await expect.element(nameOf(1)).toHaveValue('Electronics');

	stored.changeElsewhere({ categories: stored.lists.categories.slice(1) });
	await fakeRealtime.emit(ADMIN_EVENTS.changed, { what: 'catalogue' });

	await expect.element(nameOf(1)).toHaveValue('Books');
	await expect.element(page.getByText(CATALOGUE_MESSAGES.outdated)).not.toBeInTheDocument();
});

test('unsaved category changes are kept while another campus list is open, and leaving the page asks for confirmation', async () => {
	fakeCatalogueLists();
	await openCampus();

	await nameOf(1).fill('Gadgets');
	await tab('Terms').click();
	await expect.element(page.getByLabelText('Month of term 1')).toBeVisible();
	await page.getByRole('link', { name: 'Users' }).click();
	await expect.element(question.getByText(/“Categories”/)).toBeVisible();
	await answerQuestion('Stay');
	await tab('Categories').click();

	await expect.element(nameOf(1)).toHaveValue('Gadgets');
	await button('Discard').click();
	await expect.element(nameOf(1)).toHaveValue('Electronics');
	await expect.element(button('Discard')).not.toBeInTheDocument();
});

test('a super administrator adds and removes groups of search words', async () => {
	fakeCatalogueLists();
	await openCampus({ list: 'words' });

	await button('Add group').click();
	await expect.element(page.getByLabelText('Group 1')).toHaveFocus();
	await page.getByLabelText('Group 1').fill('steth, Stethoscope');
	await button('Remove the group labcoat, lab coat, apron').click();
	await save('search words').click();

	await expect.element(status.getByText(CATALOGUE_MESSAGES.saved)).toBeVisible();
	expect(fakeApi.requests(changeSearchWords)[0]?.body.searchWords).toEqual([
		['steth', 'stethoscope'],
		['calci', 'calculator'],
	]);
});

test('a search word that is in two groups shows an error at the second group, and nothing is sent', async () => {
	fakeCatalogueLists();
	await openCampus({ list: 'words' });

	await page.getByLabelText('Group 2').fill('labcoat, calculators');
	await page.getByLabelText('Find a word').fill('calci');
	await save('search words').click();

	const { message } = CATALOGUE_ERRORS.wordInTwoGroups('calculators');
	await expect.element(page.getByText(message)).toBeVisible();
	await expect.element(page.getByLabelText('Group 2')).toHaveFocus();
	expect(fakeApi.requests(changeSearchWords)).toEqual([]);
});

test('a super administrator adds and removes term starts; changing the month to February turns day 31 into 28', async () => {
	fakeCatalogueLists();
	await openCampus({ list: 'terms' });

	await page.getByLabelText('Day of term 1').selectOptions('31');
	await page.getByLabelText('Month of term 1').selectOptions('February');
	await expect.element(page.getByLabelText('Day of term 1')).toHaveValue('28');
	await button('Add term start').click();
	await button('Remove term 2').click();
	await save('term starts').click();

	await expect.element(status.getByText(CATALOGUE_MESSAGES.saved)).toBeVisible();
	expect(fakeApi.requests(changeTermStarts)[0]?.body.terms).toEqual(['02-28', '01-01']);
});

test('an ordinary administrator can read the campus lists but has no controls to change them', async () => {
	fakeCatalogueLists();
	await openCampus({ as: ADMIN });

	await expect.element(page.getByText(CATALOGUE_MESSAGES.readOnly)).toBeVisible();
	await expect.element(nameOf(2)).toHaveAttribute('readonly');
	await button('Details · 2 in Books').click();
	await expect.element(page.getByLabelText('Label').first()).toBeDisabled();
	await tab('Spots').click();
	await expect.element(page.getByLabelText('Name of spot 1')).toHaveAttribute('readonly');
	await tab('Subjects').click();
	await expect.element(page.getByRole('cell', { name: 'CS-301' })).toBeVisible();
	await expect.element(button('Export CSV')).toBeVisible();

	const controls = page.getByRole('tabpanel').getByRole('button').elements();
	const names = controls.map(
		(control) => control.getAttribute('aria-label') ?? control.textContent,
	);
	expect(names.filter((name) => /add|remove|delete|save|import|move|edit/i.test(name))).toEqual([]);
});

test.each(['categories', 'subjects', 'words', 'terms', 'spots'])(
	'the campus page for the list “%s” has no axe violations and fits a narrow phone',
	async (list) => {
		fakeCatalogueLists();
		await openCampus({ list, width: 320 });
		if (list === 'categories') {
			await button('Details · 1 in PYQs').click();
			await expect.element(page.getByLabelText('Answers')).toBeVisible();
		}

		await expectAccessible();
		expect(document.documentElement.scrollWidth).toBe(320);
	},
);
