import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import {
	CATALOGUE_MESSAGES,
	changeSubjectList,
	exportSubjects,
	getSubjectList,
	importSubjects,
} from '#contract/admin/catalogue.ts';
import { subjectFaults } from '#contract/catalogue/list-rules.ts';
import {
	type BranchInput,
	branchListInput,
	subjectListInput,
} from '#contract/catalogue/list-schemas.ts';
import type { Subject } from '#contract/catalogue/schemas.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { ExportButton } from '#web/admin/kit/export-button.tsx';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { dataKindsShowing, refresh } from '#web/admin/lib/queries.ts';
import { ApiError, errorMessageFor } from '#web/lib/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { toast } from '#web/ui/toast.ts';
import { BranchList } from './branch-list.tsx';
import { type CatalogueList, faultsBy, listQueryKey, useListDraft } from './list-draft.ts';
import { ListForm, type ListTabProps, LoadedList } from './list-editor.tsx';
import { type StoredSubjects, type SubjectLists, withStoredCodes } from './subject-draft.ts';
import { SubjectTable } from './subject-table.tsx';

interface FileChoice {
	file: File;
	/** A counter, so that choosing the same file again counts as a new choice. */
	number: number;
}

interface ImportDialogProps {
	/** Undefined while the dialog is closed. */
	choice: FileChoice | undefined;
	stored: StoredSubjects;
	onClose: () => void;
	onChooseAnother: () => void;
}

const IMPORT_KEY = ['catalogue', 'import'];

/** Asks before a file replaces the list, and says why an import failed. */
function ImportDialog({ choice, ...props }: ImportDialogProps) {
	const isImporting = useIsMutating({ mutationKey: IMPORT_KEY }) > 0;

	/** The dialog cannot be closed while the request runs. */
	function cancel(): void {
		if (!isImporting) props.onClose();
	}

	return (
		<Dialog open={choice !== undefined} onClose={cancel} title="Import subjects">
			{choice && <ImportForm key={choice.number} choice={choice} onCancel={cancel} {...props} />}
		</Dialog>
	);
}

interface ImportFormProps extends ImportDialogProps {
	choice: FileChoice;
	onCancel: () => void;
}

function ImportForm(props: ImportFormProps) {
	const { choice, stored, onClose, onCancel, onChooseAnother } = props;
	const { file } = choice;
	const client = useQueryClient();
	const content = useRef<HTMLDivElement>(null);
	const importing = useMutation({
		mutationKey: IMPORT_KEY,
		mutationFn: () =>
			callAdminApi(importSubjects, { query: { version: stored.version }, body: {}, files: [file] }),
		onSuccess: (saved) => {
			client.setQueryData(listQueryKey('subjects'), saved);
			refresh(client, ...dataKindsShowing('catalogue')).catch(() => undefined);
			toast(CATALOGUE_MESSAGES.imported(saved.subjects.length));
		},
		onError: (error) => {
			void refresh(client, ...dataKindsShowing('catalogue'));
			// If the administrator has left the page meanwhile, the dialog is gone: a toast shows the error.
			if (!content.current) toast(messageOf(error), { tone: 'bad' });
		},
	});
	// If another file was chosen meanwhile, `onClose` is not called: the dialog is then about that file.
	const run = () => importing.mutate(undefined, { onSuccess: onClose });
	const { error } = importing;
	const canRetry = error === null || !isFaultOfFile(error);

	return (
		<div ref={content} className="grid gap-4">
			<p className="wrap-anywhere">
				The subjects of “{file.name}” will replace the {stored.subjects.length} that there are now.
				Branches stay, and new ones are added.
			</p>
			{error && <ImportError error={error} choice={choice} />}
			<div className="grid gap-2 tablet:flex tablet:flex-row-reverse tablet:flex-wrap">
				{canRetry && (
					<Button variant="main" busy={importing.isPending} onClick={run}>
						{error ? 'Try again' : 'Replace the list'}
					</Button>
				)}
				{error && (
					<Button variant={canRetry ? 'plain' : 'main'} onClick={onChooseAnother}>
						Choose the file again
					</Button>
				)}
				<Button onClick={onCancel}>Cancel</Button>
			</div>
		</div>
	);
}

/** Whether sending the same file again is pointless: its content is invalid (400), or it is too large (413). */
function isFaultOfFile(error: Error): boolean {
	return error instanceof ApiError && [400, 413].includes(error.status);
}

function messageOf(error: Error): string {
	return errorMessageFor(error, CATALOGUE_MESSAGES.saveFailed, REQUEST_ERRORS.failed.message);
}

/** The reason why the import failed, with the faulty line of the file if the server names one. */
function ImportError({ error, choice }: { error: Error; choice: FileChoice }) {
	const line = error instanceof ApiError ? error.body.line : undefined;
	const message = messageOf(error);
	const { data: lineText } = useQuery({
		queryKey: ['catalogue', 'file', choice.number, line],
		queryFn: async () => (await choice.file.text()).split(/\r\n|\r|\n/)[(line ?? 1) - 1] ?? '',
		enabled: line !== undefined,
		gcTime: 0,
	});

	return (
		<div className="grid gap-2">
			<FormAlert>{line === undefined ? message : `Line ${line}: ${message}`}</FormAlert>
			{line !== undefined && (
				<pre className="min-h-11 overflow-x-auto rounded-field bg-sunken p-3 text-sm">
					{lineText}
				</pre>
			)}
			<p className="text-sm text-ink-soft">{outcomeOf(error)}</p>
		</div>
	);
}

/** Says whether the list was replaced. After a 5xx error, and without an answer, the page cannot know. */
function outcomeOf(error: Error): string {
	const again = 'it is not certain whether the list was replaced. Trying again does no harm.';
	if (!(error instanceof ApiError)) return `There was no answer: ${again}`;
	return error.status < 500 ? 'Nothing was replaced.' : `The server failed: ${again}`;
}

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
