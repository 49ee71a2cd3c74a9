import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { DeclaredError } from '#contract/core/errors.ts';
import { Button } from '#web/ui/button.tsx';

interface EntryFormProps<Entry> {
	/** The contract's schema, keyed by the names of the controls. */
	schema: z.ZodMiniType<Entry>;
	/** Makes of the controls' texts what the schema takes. */
	toInput: (texts: Record<string, string>) => unknown;
	/** A rule that concerns other entries of the list, about its code. */
	findCodeError: (entry: Entry) => DeclaredError | undefined;
	onDone: (entry: Entry) => void;
	onClose: () => void;
	children: (errorOf: (field: string) => string | undefined) => ReactNode;
}

/** The form of one entry of a list, in a dialog. What it takes is saved with the list. */
export function EntryForm<Entry>(props: EntryFormProps<Entry>) {
	const { schema, toInput, findCodeError, onDone, onClose, children } = props;
	const form = useRef<HTMLFormElement>(null);
	const [error, setError] = useState<{ field: string; message: string }>();

	function show(field: string, message: string): void {
		setError({ field, message });
		const control = form.current?.elements.namedItem(field);
		if (control instanceof HTMLElement) control.focus();
	}

	function handleSubmit(event: FormEvent<HTMLFormElement>): void {
		event.preventDefault();
		const texts = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
		const { data, error: refusal } = z.safeParse(schema, toInput(texts));
		const [issue] = refusal?.issues ?? [];
		const codeError = data === undefined ? undefined : findCodeError(data);
		if (issue) show(String(issue.path[0]), issue.message);
		else if (codeError) show('code', codeError.message);
		else if (data !== undefined) onDone(data);
	}

	return (
		<form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-4">
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
