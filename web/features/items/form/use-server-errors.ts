import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { ApiError, type Issue } from '#web/lib/api/api-error.ts';
import type { FormError } from '#web/ui/form/use-form-errors.ts';
import type { FormFieldName } from './field-values.ts';

interface ErrorForm {
	form: RefObject<HTMLFormElement | null>;
	showErrors: (errors: readonly FormError<FormFieldName>[]) => void;
}

/**
 * Shows the server's validation errors at the controls that they name.
 * @returns whether all of them are shown there, so that the form need not show them again
 */
export function useServerErrors({ form, showErrors }: ErrorForm, error: Error | null): boolean {
	/** The last error of which every issue was shown at a control. */
	const [fullyShown, setFullyShown] = useState<Error>();

	const showAtControls = useEffectEvent((issues: readonly Issue[]) => {
		const named = issues.filter(({ path }) => form.current?.elements.namedItem(path));
		if (named.length === 0) return;
		showErrors(named.map(({ path, message }) => ({ field: path as FormFieldName, message })));
		if (named.length === issues.length && error) setFullyShown(error);
	});

	useEffect(() => {
		if (error instanceof ApiError) showAtControls(error.issues);
	}, [error]);

	return error !== null && error === fullyShown;
}
