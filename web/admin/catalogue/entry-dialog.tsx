import * as z from 'zod/mini';
import { Form, type FormField } from '#web/admin/kit/form.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

export const CODE_FIELD: FormField = {
	name: 'code',
	label: 'Code',
	hint: '2 to 12 letters, digits and hyphens.',
	autoComplete: 'off',
};
export const NAME_FIELD: FormField = { name: 'name', label: 'Name', autoComplete: 'off' };

interface EntryDialogProps<Entry> {
	open: boolean;
	title: string;
	fields: readonly FormField[];
	/** Validates the texts of the controls, by their names. */
	schema: z.ZodMiniType<Entry>;
	/** Checks an entry against the other entries of the lists. */
	findFault: (entry: Entry) => { field: string; message: string } | undefined;
	onDone: (entry: Entry) => void;
	onClose: () => void;
}

/** The dialog for one entry of a list. 'Done' only changes the draft; the list is saved later as a whole. */
export function EntryDialog<Entry>(props: EntryDialogProps<Entry>) {
	const { open, title, fields, schema, findFault, onDone, onClose } = props;
	const checkedSchema = schema.check(
		z.check<Entry>(({ value, issues }) => {
			const fault = findFault(value);
			if (!fault) return;
			issues.push({ code: 'custom', message: fault.message, path: [fault.field], input: value });
		}),
	);

	return (
		<Dialog open={open} onClose={onClose} title={title}>
			<Form
				schema={checkedSchema}
				send={(entry) => Promise.resolve(entry)}
				onDone={onDone}
				fields={fields}
				submitLabel="Done"
				onCancel={onClose}
				isInDialog
			/>
		</Dialog>
	);
}
