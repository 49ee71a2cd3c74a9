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
import { button, panelOf, rowOf } from '#tests/support/admin-locators.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { SUPER_ADMIN } from '#tests/support/fake-administrators.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
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

test('a college without branches and subjects adds its own', async () => {
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

test('a branch with another code takes its subjects along, and cannot be removed while it has some', async () => {
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

test('a new code of a branch counts as saved if the answer was lost and the list that is loaded again has it', async () => {
	fakeCatalogueLists();
	await openSubjects();
	await button('Edit the branch CSE').click();
	await dialog.getByLabelText('Code').fill('CS');
	await button('Done', dialog).click();
	fakeApi.loseAnswers(changeSubjectList);

	await save.click();

	await expect.element(status.getByText(CATALOGUE_MESSAGES.saved)).toBeVisible();
	await expect.element(button('Discard')).not.toBeInTheDocument();
});

test('a new code of the branch that the list is filtered by shows all branches again', async () => {
	fakeCatalogueLists();
	await openSubjects();
	await page.getByLabelText('Branch', { exact: true }).selectOptions('CSE');

	await button('Edit the branch CSE').click();
	await dialog.getByLabelText('Code').fill('CS');
	await button('Done', dialog).click();

	await expect.element(page.getByText('One subject', { exact: true })).toBeVisible();
	await expect.element(page.getByLabelText('Branch', { exact: true })).toHaveValue('');
});

test('the code of another subject is refused in the dialog', async () => {
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

test('a subject whose list a colleague changes while it is edited is changed, not refused as taken', async () => {
	const stored = fakeCatalogueLists();
	await openSubjects();
	await button('Edit CS-301').click();
	await dialog.getByLabelText('Name').fill('Data structures II');

	const signals = { code: 'EC-401', name: 'Signals', branch: 'CSE', semester: 4 };
	stored.changeElsewhere({ subjects: [signals, ...stored.lists.subjects] });
	await fakeRealtime.emit(ADMIN_EVENTS.changed, { what: 'catalogue' });
	await expect.element(page.getByText('EC-401')).toBeInTheDocument();
	await button('Done', dialog).click();

	await expect.element(rowOf('Data structures II')).toBeVisible();
	await expect.element(page.getByText('2 subjects', { exact: true })).toBeVisible();
});

test('an edited branch that a colleague has removed meanwhile is added again', async () => {
	const stored = fakeCatalogueLists({
		branches: [
			{ code: 'CSE', name: 'Computer science' },
			{ code: 'ECE', name: 'Electronics' },
		],
	});
	await openSubjects();
	await button('Edit the branch ECE').click();
	await dialog.getByLabelText('Name').fill('Electrical engineering');

	stored.changeElsewhere({ branches: stored.lists.branches.slice(0, 1) });
	await fakeRealtime.emit(ADMIN_EVENTS.changed, { what: 'catalogue' });
	await expect.element(button('Edit the branch ECE')).not.toBeInTheDocument();
	await button('Done', dialog).click();

	await expect.element(button('Edit the branch ECE')).toBeVisible();
	const branches = page.getByRole('list', { name: 'Branches' });
	await expect.element(branches.getByText('Electrical engineering')).toBeVisible();
});

test('a branch that a colleague removes stays chosen for a subject until another one is chosen, and the dialog says so', async () => {
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

test('subjects are found by branch, semester and words, fifty at a time', async () => {
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

test('a file replaces the list of subjects once that is confirmed', async () => {
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

test('the invalid line of a file is shown with the reason, and the corrected file can be chosen', async () => {
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

test('after a file with too many subjects only another one can be chosen', async () => {
	fakeCatalogueLists();
	fakeApi.answer(importSubjects, refuse(400, CATALOGUE_ERRORS.subjects));
	await openSubjects();

	await chooseFile();
	await button('Replace the list', importDialog).click();

	await expect.element(importDialog.getByText(CATALOGUE_ERRORS.subjects.message)).toBeVisible();
	await expect.element(button('Choose the file again', importDialog)).toBeVisible();
	expect(button('Try again', importDialog).query()).toBeNull();
});

test('an import of subjects without an answer can be tried again', async () => {
	const stored = fakeCatalogueLists();
	fakeApi.answer(importSubjects, NO_CONNECTION);
	await openSubjects();

	await chooseFile();
	await button('Replace the list', importDialog).click();
	await expect.element(importDialog.getByText(/^There was no answer/)).toBeVisible();
	fakeApi.answer(importSubjects, () => stored.replaceSubjects([]));
	await button('Try again', importDialog).click();

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

test('an import of subjects waits for unsaved changes', async () => {
	fakeCatalogueLists();
	await openSubjects();

	await button('Remove CS-301').click();

	await expect.element(button('Import CSV')).toBeDisabled();
	await button('Discard').click();
	await expect.element(button('Import CSV')).toBeEnabled();
});

test.each([360, 768])('the form of a subject has no axe violation (%i px)', async (width) => {
	fakeCatalogueLists();
	await openSubjects(width);

	await button('Edit CS-301').click();
	await expect.element(dialog.getByLabelText('Name')).toHaveValue('Data structures');

	await expectAccessible();
});
