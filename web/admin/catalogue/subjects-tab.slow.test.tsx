import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
	CATALOGUE_MESSAGES,
	changeSubjectList,
	importSubjects,
} from '#contract/admin/catalogue.ts';
import { ADMIN_EVENTS } from '#contract/admin/events.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { CATALOGUE_ERRORS } from '#contract/catalogue/errors.ts';
import { alert, button, panelOf, press, rowOf } from '#tests/support/admin-locators.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeAdminUsers } from '#tests/support/fake-admin-users.ts';
import { SUPER_ADMIN } from '#tests/support/fake-administrators.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { fakeCatalogueLists } from '#tests/support/fake-catalogue.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { renderAdminPage } from '#tests/support/render-admin-page.tsx';

const status = page.getByRole('status');
const dialog = page.getByRole('dialog');
const save = button('Save subjects');
const importDialog = panelOf('Import subjects');
const FILE_TEXT = 'code,name,branch,semester\nAN-101,Anatomy,MED,1\nAN-102,Surgery,MED,twelve\n';

async function openSubjects(width = 1280) {
	await renderAdminPage(`${ADMIN_PAGES.campus}?list=subjects`, { as: SUPER_ADMIN, width });
	await expect.element(page.getByRole('heading', { name: 'Branches' })).toBeVisible();
}

const fileOf = (text: string) => new File([text], 'subjects.csv', { type: 'text/csv' });

async function chooseFile(file = fileOf(FILE_TEXT)): Promise<void> {
	const input = document.querySelector<HTMLInputElement>('input[type=file]');
	if (!input) throw new Error('There is no input for a file.');
	const files = new DataTransfer();
	files.items.add(file);
	input.files = files.files;
	input.dispatchEvent(new Event('change', { bubbles: true }));
	await expect.element(importDialog).toBeVisible();
}

test('a super administrator adds the first branch and the first subject of a college', async () => {
	fakeCatalogueLists({ branches: [], subjects: [] });
	await openSubjects();
	await expect.element(button('Add subject')).toBeDisabled();

	await button('Add branch').click();
	await dialog.getByLabelText('Code').fill('M');
	await button('Done', dialog).click();
	await expect.element(dialog.getByText(CATALOGUE_ERRORS.code.message)).toBeVisible();
	await dialog.getByLabelText('Code').fill('MED');
	await dialog.getByLabelText('Name').fill('Medicine');
	await button('Done', dialog).click();
	await button('Add subject').click();
	await dialog.getByLabelText('Code').fill('AN-101');
	await dialog.getByLabelText('Name').fill('Anatomy');
	await dialog.getByLabelText('Semester').selectOptions('2');
	await button('Done', dialog).click();
	await expect.element(rowOf('Anatomy')).toBeVisible();
	await save.click();

	await expect.element(status.getByText(CATALOGUE_MESSAGES.saved)).toBeVisible();
	expect(fakeApi.requests(changeSubjectList)[0]?.body).toEqual({
		version: 1,
		branches: [{ code: 'MED', name: 'Medicine' }],
		subjects: [{ code: 'AN-101', name: 'Anatomy', branch: 'MED', semester: 2 }],
	});
});

test('a new code of a branch is also set in the branch’s subjects, and a branch with subjects cannot be removed', async () => {
	fakeCatalogueLists();
	await openSubjects();

	await expect.element(button('The branch CSE has subjects')).toBeDisabled();
	await button('Edit the branch CSE').click();
	await dialog.getByLabelText('Code').fill('CS');
	await button('Done', dialog).click();
	await save.click();

	await expect.element(status.getByText(CATALOGUE_MESSAGES.saved)).toBeVisible();
	expect(fakeApi.requests(changeSubjectList)[0]?.body).toMatchObject({
		branches: [{ code: 'CS', formerCode: 'CSE' }],
		subjects: [{ branch: 'CS' }],
	});
});

test('a subject code that is already taken shows an error in the dialog', async () => {
	fakeCatalogueLists();
	await openSubjects();

	await button('Add subject').click();
	await dialog.getByLabelText('Code').fill('cs-301');
	await dialog.getByLabelText('Name').fill('Again');
	await button('Done', dialog).click();

	const { message } = CATALOGUE_ERRORS.subjectTaken('cs-301');
	await expect.element(dialog.getByText(message)).toBeVisible();
	await expect.element(dialog.getByLabelText('Code')).toHaveFocus();
});

test('when a colleague removes the branch chosen in the subject dialog, the dialog shows an error until another branch is chosen', async () => {
	const stored = fakeCatalogueLists({
		branches: [
			{ code: 'CSE', name: 'Computer science' },
			{ code: 'ECE', name: 'Electronics' },
		],
	});
	await openSubjects();
	await button('Add subject').click();
	await dialog.getByLabelText('Code').fill('EC-401');
	await dialog.getByLabelText('Name').fill('Signals');
	const branch = dialog.getByLabelText('Branch');
	await branch.selectOptions('ECE');

	stored.changeElsewhere({ branches: stored.lists.branches.slice(0, 1) });
	await fakeRealtime.emit(ADMIN_EVENTS.changed, { what: 'catalogue' });

	const message = dialog.getByText(CATALOGUE_MESSAGES.branchGone('Electronics'));
	await expect.element(message).toBeVisible();
	await expect.element(branch).toHaveValue('ECE');
	await button('Done', dialog).click();
	await expect.element(branch).toHaveFocus();
	await branch.selectOptions('CSE');
	await expect.element(message).not.toBeInTheDocument();
	await expect.element(branch).not.toHaveAttribute('aria-invalid');
	await button('Done', dialog).click();
	await expect.element(rowOf('Signals').getByText('CSE')).toBeVisible();
});

test('the subject list is filtered by branch, semester and words and shows fifty subjects at a time', async () => {
	const branches = [
		{ code: 'CSE', name: 'Computer science' },
		{ code: 'ECE', name: 'Electronics' },
	];
	const subjects = Array.from({ length: 120 }, (_, index) => ({
		code: `S-${index}`,
		name: index === 7 ? 'Signals' : `Subject ${index}`,
		branch: index % 2 === 0 ? 'CSE' : 'ECE',
		semester: (index % 4) + 1,
	}));
	fakeCatalogueLists({ branches, subjects });
	await openSubjects();
	await expect.element(status.getByText('120 subjects')).toBeVisible();
	expect(page.getByRole('row').elements()).toHaveLength(51);

	await button('Show more').click();
	expect(page.getByRole('row').elements()).toHaveLength(101);
	await page.getByLabelText('Branch', { exact: true }).selectOptions('Electronics');
	await page.getByLabelText('Semester', { exact: true }).selectOptions('Semester 4');
	await expect.element(status.getByText('30 of 120 subjects')).toBeVisible();
	await page.getByLabelText('Find a subject').fill('signals');

	await expect.element(status.getByText('1 of 120 subjects')).toBeVisible();
	await button('Remove S-7').click();
	await expect.element(button('Add subject')).toHaveFocus();
	await expect.element(status.getByText('0 of 119 subjects')).toBeVisible();
});

test('an imported file replaces the list of subjects after confirmation', async () => {
	const stored = fakeCatalogueLists();
	const anatomy = { code: 'AN-101', name: 'Anatomy', branch: 'CSE', semester: 1 };
	fakeApi.answer(importSubjects, () => stored.replaceSubjects([anatomy]));
	await openSubjects();

	await chooseFile();
	expect(fakeApi.requests(importSubjects)).toEqual([]);
	await button('Replace the list', importDialog).click();

	await expect.element(status.getByText(CATALOGUE_MESSAGES.imported(1))).toBeVisible();
	await expect.element(rowOf('Anatomy')).toBeVisible();
	const [request] = fakeApi.requests(importSubjects);
	expect(request?.query).toEqual({ version: 1 });
	expect(await request?.files[0]?.text()).toBe(FILE_TEXT);
});

test('an import of subjects with an invalid line shows the line and the reason, and a corrected file can be chosen', async () => {
	const stored = fakeCatalogueLists();
	fakeApi.answer(importSubjects, refuse(400, CATALOGUE_ERRORS.subjectSemester, { line: 3 }));
	await openSubjects();

	await chooseFile();
	await button('Replace the list', importDialog).click();

	const fault = `Line 3: ${CATALOGUE_ERRORS.subjectSemester.message}`;
	await expect.element(importDialog.getByText(fault)).toBeVisible();
	await expect.element(importDialog.getByText('AN-102,Surgery,MED,twelve')).toBeVisible();
	await expectAccessible();
	fakeApi.answer(importSubjects, () => stored.replaceSubjects([]));
	await chooseFile(fileOf('code,name,branch,semester\nAN-102,Surgery,MED,10\n'));
	await button('Replace the list', importDialog).click();
	await expect.element(importDialog).not.toBeInTheDocument();
});

test('the same file of subjects can be chosen again after a refusal', async () => {
	const stored = fakeCatalogueLists();
	fakeApi.answer(importSubjects, refuse(409, CATALOGUE_ERRORS.subjectInUse('CS-301')));
	await openSubjects();
	const file = new File([FILE_TEXT], 'subjects.csv', { type: 'text/csv', lastModified: 1 });

	await chooseFile(file);
	await button('Replace the list', importDialog).click();
	await expect.element(importDialog.getByText('Nothing was replaced.')).toBeVisible();
	fakeApi.answer(importSubjects, () => stored.replaceSubjects([]));
	await chooseFile(file);

	await expect.element(importDialog.getByRole('alert')).not.toBeInTheDocument();
	await button('Replace the list', importDialog).click();
	await expect.element(importDialog).not.toBeInTheDocument();
});

test('while an import of subjects runs, its dialog cannot be closed', async () => {
	const stored = fakeCatalogueLists();
	fakeApi.answer(importSubjects, () => stored.replaceSubjects([]));
	await openSubjects();
	await chooseFile();
	const release = fakeApi.hold(importSubjects);
	await button('Replace the list', importDialog).click();

	await button('Cancel', importDialog).click();
	await press('{Escape}');
	await expect.element(importDialog).toBeVisible();
	release();

	await expect.element(status.getByText(CATALOGUE_MESSAGES.imported(0))).toBeVisible();
	await expect.element(importDialog).not.toBeInTheDocument();
});

test('an import of subjects that fails after the page was left is reported in a message', async () => {
	fakeCatalogueLists();
	fakeAdminUsers();
	await renderAdminPage(ADMIN_PAGES.users, { as: SUPER_ADMIN, width: 1280 });
	await page.getByRole('link', { name: 'Campus' }).first().click();
	await page.getByRole('tab', { name: 'Subjects' }).click();
	await expect.element(page.getByRole('heading', { name: 'Branches' })).toBeVisible();
	await chooseFile();
	fakeApi.answer(importSubjects, refuse(400, CATALOGUE_ERRORS.subjects));
	const release = fakeApi.hold(importSubjects);
	await button('Replace the list', importDialog).click();
	await expect.poll(() => fakeApi.requests(importSubjects)).toHaveLength(1);

	window.history.back();
	await expect.element(page.getByText('No users yet')).toBeVisible();
	release();

	await expect.element(alert.getByText(CATALOGUE_ERRORS.subjects.message)).toBeVisible();
});

test('the form of a subject has no axe violations on a phone', async () => {
	fakeCatalogueLists();
	await openSubjects(360);

	await button('Edit CS-301').click();
	await expect.element(dialog.getByLabelText('Name')).toHaveValue('Data structures');

	await expectAccessible();
});
