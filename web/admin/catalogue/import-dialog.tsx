import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { CATALOGUE_MESSAGES, importSubjects } from '#contract/admin/catalogue.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { dataKindsShowing, refresh } from '#web/admin/lib/queries.ts';
import { ApiError, errorMessageFor } from '#web/lib/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { toast } from '#web/ui/toast.ts';
import { listQueryKey } from './list-draft.ts';
import type { StoredSubjects } from './subject-draft.ts';

export interface FileChoice {
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
export function ImportDialog({ choice, ...props }: ImportDialogProps) {
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
