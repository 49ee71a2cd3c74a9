import { type FormEvent, type ReactNode, type RefObject, useState } from 'react';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import type { StepFailure, StepRequest } from '#web/features/deals/actions.ts';
import { Button } from '#web/ui/button.tsx';
import { useFirstFieldFocus } from '#web/ui/form/focus-first-field.ts';
import type { FormError } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';

/** Props of the form of every action, and of the dialog to confirm an action. */
export interface DealFormProps {
	deal: Deal;
	/** The other person's name. */
	name: string;
	isSending: boolean;
	onSend: (step: StepRequest) => Promise<StepFailure | undefined>;
	onClose: () => void;
}

/** Props of the form of an action with a text. */
export interface WrittenFormProps extends DealFormProps {
	/** The values of a draft, by field name; empty without a draft. */
	typed: URLSearchParams;
}

interface StepFormProps<F extends string> extends Omit<DealFormProps, 'deal' | 'name'> {
	form: RefObject<HTMLFormElement | null>;
	/** Shows errors at their fields; an empty list clears them. */
	showErrors: (errors: readonly FormError<F>[]) => void;
	/** The field at which a refused value is shown, unless the server names a field of `fields`. */
	mainField: F;
	/** The fields of the form by the field names of the server. */
	fields?: Readonly<Record<string, F>>;
	/** The step with the entered values, or the errors of the fields. */
	read: (data: FormData) => StepRequest | FormError<F>[];
	submitLabel: string;
	/** Shown above the buttons, which stay in sight. */
	summary?: ReactNode;
	children: ReactNode;
}

/** A form that sends one step: its fields, the reason of a failure, and its buttons. */
export function StepForm<F extends string>(props: StepFormProps<F>) {
	const {
		form,
		showErrors,
		mainField,
		fields = {},
		read,
		submitLabel,
		summary,
		children,
		isSending,
	} = props;
	const [failure, setFailure] = useState<string>();

	useFirstFieldFocus(form);

	async function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (isSending) return;
		setFailure(undefined);
		const step = read(new FormData(event.currentTarget));
		if (Array.isArray(step)) return showErrors(step);
		showErrors([]);
		const stepFailure = await props.onSend(step);
		if (stepFailure?.kind === 'refused-input') {
			const field = fields[stepFailure.path ?? ''] ?? mainField;
			showErrors([{ field, message: stepFailure.message }]);
		} else setFailure(stepFailure?.message);
	}

	return (
		<form
			ref={form}
			noValidate
			onSubmit={(event) => void handleSubmit(event)}
			className="grid gap-4"
		>
			{children}
			{failure && <FormAlert>{failure}</FormAlert>}
			<div className="sticky bottom-0 -mx-5 -mb-5 grid gap-2 bg-surface px-5 pt-2 pb-5">
				{summary}
				<div className="flex flex-row-reverse gap-2 tablet:justify-start">
					<Button type="submit" variant="main" busy={isSending} className="grow tablet:grow-0">
						{submitLabel}
					</Button>
					<Button onClick={props.onClose}>{DEAL_MESSAGES.cancel}</Button>
				</div>
			</div>
		</form>
	);
}
