import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

interface EntryFault {
	/** The name of the control. */
	field: string;
	message: string;
}

interface EntryOption {
	value: string;
	label: string;
}

interface EntryField {
	name: string;
	label: string;
	hint?: string;
	/** The options of a select; a text field has none. */
	options?: readonly EntryOption[];
	/** Shown when a colleague removes the chosen option while the dialog is open. */
	goneMessage?: (label: string) => string;
}

interface EntryDialogProps<Entry> {
	open: boolean;
	title: string;
	fields: readonly EntryField[];
	/** The values of the fields when the dialog opens. */
	initial: Readonly<Record<string, string | number | undefined>>;
	/** Validates the texts of the controls, by their names. */
	schema: z.ZodMiniType<Entry>;
	/** Checks an entry against the other entries of the lists. */
	findFault: (entry: Entry) => EntryFault | undefined;
	onDone: (entry: Entry) => void;
	onClose: () => void;
}

/** The dialog for one entry of a list. 'Done' only changes the draft; the list is saved later as a whole. */
export function EntryDialog<Entry>({ open, title, ...form }: EntryDialogProps<Entry>) {
	return (
		<Dialog open={open} onClose={form.onClose} title={title}>
			<EntryForm {...form} />
		</Dialog>
	);
}

type EntryFormProps<Entry> = Omit<EntryDialogProps<Entry>, 'open' | 'title'>;

function EntryForm<Entry>(props: EntryFormProps<Entry>) {
	const { fields, initial, schema, findFault, onDone, onClose } = props;
	const form = useRef<HTMLFormElement>(null);
	const [error, setError] = useState<EntryFault>();

	function showFault(fault: EntryFault): void {
		setError(fault);
		const control = form.current?.elements.namedItem(fault.field);
		if (control instanceof HTMLElement) control.focus();
	}

	function handleSubmit(event: FormEvent<HTMLFormElement>): void {
		event.preventDefault();
		const texts = Object.fromEntries(new FormData(event.currentTarget));
		const { data, error: parseError } = z.safeParse(schema, texts);
		const [issue] = parseError?.issues ?? [];
		const fault = data === undefined ? undefined : findFault(data);
		if (issue) showFault({ field: String(issue.path[0]), message: issue.message });
		else if (fault) showFault(fault);
		else if (data !== undefined) onDone(data);
	}

	function clearErrorOf({ target }: ChangeEvent<HTMLFormElement>): void {
		if (target.name === error?.field) setError(undefined);
	}

	return (
		<form
			ref={form}
			noValidate
			onSubmit={handleSubmit}
			onChange={clearErrorOf}
			className="grid gap-4"
		>
			{fields.map((field) => (
				<EntryControl
					key={field.name}
					{...field}
					initial={initial[field.name]}
					error={error?.field === field.name ? error.message : undefined}
				/>
			))}
			<div className="grid gap-2 tablet:flex tablet:flex-row-reverse">
				<Button type="submit" variant="main">
					Done
				</Button>
				<Button onClick={onClose}>Cancel</Button>
			</div>
		</form>
	);
}

interface EntryControlProps extends EntryField {
	initial: string | number | undefined;
	error: string | undefined;
}

function EntryControl({ name, options, goneMessage, initial, ...field }: EntryControlProps) {
	const [chosen, setChosen] = useState(() =>
		options?.find(({ value }) => value === String(initial)),
	);
	// A removed option stays, with an error. Without it, the select would silently show another one.
	const isGone = chosen && !options?.some(({ value }) => value === chosen.value);
	const shownOptions = options && [...(isGone ? [chosen] : []), ...options];
	const error = (isGone && goneMessage?.(chosen.label)) || field.error;

	return (
		<Field {...field} error={error}>
			{(control) =>
				shownOptions ? (
					<Select
						{...control}
						name={name}
						value={chosen?.value}
						onChange={({ target }) =>
							setChosen(shownOptions.find(({ value }) => value === target.value))
						}
					>
						{shownOptions.map(({ value, label }) => (
							<option key={value} value={value}>
								{label}
							</option>
						))}
					</Select>
				) : (
					<TextInput {...control} name={name} autoComplete="off" defaultValue={initial} />
				)
			}
		</Field>
	);
}
