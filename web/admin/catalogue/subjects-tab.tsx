import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import {
	CATALOGUE_MESSAGES,
	changeSubjectList,
	exportSubjects,
	getSubjectList,
} from '#contract/admin/catalogue.ts';
import { subjectFaults } from '#contract/catalogue/list-rules.ts';
import {
	type BranchInput,
	branchListInput,
	subjectListInput,
} from '#contract/catalogue/list-schemas.ts';
import type { Subject } from '#contract/catalogue/schemas.ts';
import { ExportButton } from '#web/admin/kit/export-button.tsx';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { BranchList } from './branch-list.tsx';
import { type FileChoice, ImportDialog } from './import-dialog.tsx';
import { type CatalogueList, faultsBy, useListDraft } from './list-draft.ts';
import { ListForm, type ListTabProps, LoadedList } from './list-editor.tsx';
import { type StoredSubjects, type SubjectLists, withStoredCodes } from './subject-draft.ts';
import { SubjectTable } from './subject-table.tsx';

type SubjectBody = { branches: BranchInput[]; subjects: Subject[] };

const SUBJECTS: CatalogueList<StoredSubjects, SubjectLists, SubjectBody> = {
	key: 'subjects',
	load: ({ signal }) => callAdminApi(getSubjectList, { signal }),
	toDraft: ({ branches, subjects }) => ({ branches, subjects }),
	toBody: ({ branches, subjects }) => ({ branches: [...branches], subjects: [...subjects] }),
	applySaved: withStoredCodes,
	findFaults: faultsBy(
		z.object({ branches: branchListInput, subjects: subjectListInput }),
		subjectFaults,
	),
	save: (body) => callAdminApi(changeSubjectList, { body }),
};

/** The tab to edit the college's branches and subjects. */
export function SubjectsTab(props: ListTabProps) {
	return (
		<LoadedList list={SUBJECTS}>
			{(stored) => <SubjectsEditor {...props} stored={stored} />}
		</LoadedList>
	);
}

function SubjectsEditor({ stored, canEdit, onDirty }: ListTabProps & { stored: StoredSubjects }) {
	const list = useListDraft(SUBJECTS, stored, onDirty);

	return (
		<>
			<SubjectFile stored={stored} canEdit={canEdit} isDirty={list.isDirty} />
			<ListForm list={list} saveLabel="Save subjects" canEdit={canEdit}>
				<BranchList lists={list.draft} canEdit={canEdit} onChange={list.edit} />
				<SubjectTable lists={list.draft} canEdit={canEdit} onChange={list.edit} />
			</ListForm>
		</>
	);
}

interface SubjectFileProps {
	stored: StoredSubjects;
	canEdit: boolean;
	/** Whether the list has unsaved changes, which an import would replace. */
	isDirty: boolean;
}

/** Exports the subjects as a file, and imports a file that replaces them. */
function SubjectFile({ stored, canEdit, isDirty }: SubjectFileProps) {
	const input = useRef<HTMLInputElement>(null);
	const [choice, setChoice] = useState<FileChoice>();
	const choiceCount = useRef(0);

	return (
		<div className="grid gap-2 pb-4">
			<p className="max-w-[70ch] text-sm text-ink-soft">
				Students tag their items with these. The whole list can come from a spreadsheet, saved as
				CSV with the columns code, name, branch and semester.
			</p>
			<div className="flex flex-wrap gap-2">
				<ExportButton
					endpoint={exportSubjects}
					query={{}}
					label="Export CSV"
					failureMessage={CATALOGUE_MESSAGES.exportFailed}
				/>
				{canEdit && (
					<Button size="small" disabled={isDirty} onClick={() => input.current?.click()}>
						<Upload aria-hidden="true" className="size-4.5" />
						Import CSV
					</Button>
				)}
			</div>
			{canEdit && isDirty && (
				<p className="text-sm text-ink-soft">Save or discard your changes before an import.</p>
			)}
			<input
				ref={input}
				type="file"
				accept=".csv,text/csv"
				aria-label="File of subjects"
				tabIndex={-1}
				hidden
				onChange={({ currentTarget }) => {
					const file = currentTarget.files?.[0];
					choiceCount.current += 1;
					setChoice(file && { file, number: choiceCount.current });
					// Cleared: otherwise choosing the same file again, after correcting it, would fire no change event.
					currentTarget.value = '';
				}}
			/>
			<ImportDialog
				choice={choice}
				stored={stored}
				onClose={() => setChoice(undefined)}
				onChooseAnother={() => input.current?.click()}
			/>
		</div>
	);
}
