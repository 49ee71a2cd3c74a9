import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { CATALOGUE_MESSAGES, exportSubjects } from '#contract/admin/catalogue.ts';
import type { StoredSubjects } from '#web/admin/catalogue/queries.ts';
import { ExportButton } from '#web/admin/kit/export-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { type FileChoice, ImportDialog } from './import-dialog.tsx';

interface SubjectFileProps {
	stored: StoredSubjects;
	canEdit: boolean;
	/** Whether the list has unsaved changes, which an import would replace. */
	isDirty: boolean;
}

/** Exports the subjects as a file, and imports a file that replaces them. */
export function SubjectFile({ stored, canEdit, isDirty }: SubjectFileProps) {
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
