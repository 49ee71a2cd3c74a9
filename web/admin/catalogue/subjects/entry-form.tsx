import { type ChangeEvent, type FormEvent, type ReactNode, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '#web/ui/button.tsx';

export interface EntryFault {
	/** The name of the control. */
	field: string;
	message: string;
}

interface EntryFormProps<Entry> {
	/** The contract's schema, keyed by the names of the controls. */
	schema: z.ZodMiniType<Entry>;
	/** Converts the texts of the controls to the input of the schema. */
	toInput: (texts: Record<string, string>) => unknown;
	/** Checks an entry against the other entries of the lists. */
	findFault: (entry: Entry) => EntryFault | undefined;
	onDone: (entry: Entry) => void;
	onClose: () => void;
	children: (errorOf: (field: string) => string | undefined) => ReactNode;
}

/** The form of one entry of a list, in a dialog. 'Done' only changes the draft; the list is saved later as a whole. */
export function EntryForm<Entry>(props: EntryFormProps<Entry>) {
	const { schema, toInput, findFault, onDone, onClose, children } = props;
	const form = useRef<HTMLFormElement>(null);
	const [error, setError] = useState<EntryFault>();

	function showFault(fault: EntryFault): void {
		setError(fault);
		const control = form.current?.elements.namedItem(fault.field);
		if (control instanceof HTMLElement) control.focus();
	}

	function handleSubmit(event: FormEvent<HTMLFormElement>): void {
		event.preventDefault();
		const texts = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
		const { data, error: parseError } = z.safeParse(schema, toInput(texts));
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
			{children((field) => (error?.field === field ? error.message : undefined))}
			<div className="grid gap-2 tablet:flex tablet:flex-row-reverse">
				<Button type="submit" variant="main">
					Done
				</Button>
				<Button onClick={onClose}>Cancel</Button>
			</div>
		</form>
	);
}
