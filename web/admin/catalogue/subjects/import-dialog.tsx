import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CATALOGUE_MESSAGES, importSubjects } from '#contract/admin/catalogue.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { type StoredSubjects, subjectListQuery } from '#web/admin/catalogue/queries.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { refresh } from '#web/admin/lib/queries.ts';
import { ApiError, errorMessageFor } from '#web/lib/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { toast } from '#web/ui/toast.ts';

interface ImportDialogProps {
	/** Undefined while the dialog is closed. */
	file: File | undefined;
	stored: StoredSubjects;
	onClose: () => void;
	onChooseAnother: () => void;
}

/** Asks before a file replaces the list, and shows the line for which the server refused it. */
export function ImportDialog({ file, ...props }: ImportDialogProps) {
	return (
		<Dialog open={file !== undefined} onClose={props.onClose} title="Import subjects">
			{file && <ImportForm key={`${file.name} ${file.lastModified}`} file={file} {...props} />}
		</Dialog>
	);
}

function ImportForm(props: ImportDialogProps & { file: File }) {
	const { file, stored, onClose, onChooseAnother } = props;
	const client = useQueryClient();
	const importing = useMutation({
		mutationFn: () =>
			callAdminApi(importSubjects, { query: { version: stored.version }, body: {}, files: [file] }),
		onSuccess: (saved) => {
			client.setQueryData(subjectListQuery().queryKey, saved);
			refresh(client, 'catalogue').catch(() => undefined);
			toast(CATALOGUE_MESSAGES.imported(saved.subjects.length));
			onClose();
		},
		onError: () => void refresh(client, 'catalogue'),
	});

	return (
		<div className="grid gap-4">
			<p className="wrap-anywhere">
				The subjects of “{file.name}” will replace the {stored.subjects.length} that there are now.
				Branches stay, and new ones are added.
			</p>
			{importing.error && <ImportError error={importing.error} file={file} />}
			<div className="grid gap-2 tablet:flex tablet:flex-row-reverse">
				{importing.error ? (
					<Button variant="main" onClick={onChooseAnother}>
						Choose the file again
					</Button>
				) : (
					<Button variant="main" busy={importing.isPending} onClick={() => importing.mutate()}>
						Replace the list
					</Button>
				)}
				<Button onClick={onClose}>Cancel</Button>
			</div>
		</div>
	);
}

/** Why nothing was imported; for a line at fault with the line itself. */
function ImportError({ error, file }: { error: Error; file: File }) {
	const { line } = error instanceof ApiError ? error.body : {};
	const message = errorMessageFor(
		error,
		CATALOGUE_MESSAGES.saveFailed,
		REQUEST_ERRORS.failed.message,
	);
	const { data: text } = useQuery({
		queryKey: ['catalogue', 'file', file.name, file.lastModified, line],
		queryFn: async () => (await file.text()).split(/\r\n|\r|\n/)[(line ?? 1) - 1] ?? '',
		enabled: line !== undefined,
		gcTime: 0,
	});

	return (
		<div className="grid gap-2">
			<FormAlert>{line === undefined ? message : `Line ${line}: ${message}`}</FormAlert>
			{line !== undefined && (
				<pre className="min-h-11 overflow-x-auto rounded-field bg-sunken p-3 text-sm">{text}</pre>
			)}
			{line !== undefined && <p className="text-sm text-ink-soft">Nothing was replaced.</p>}
		</div>
	);
}
