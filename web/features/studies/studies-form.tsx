import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { CATALOGUE_LIMITS } from '#contract/catalogue/facts.ts';
import { isolated } from '#contract/core/format.ts';
import { STUDIES_ERRORS } from '#contract/studies/errors.ts';
import { formErrorMessage } from '#web/lib/api/form-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { FormField } from '#web/ui/form/form-field.tsx';
import { useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { branchesQuery, type Studies, type StudiesMutation, type StudyBranch } from './queries.ts';

interface StudiesFormProps {
	studies: Pick<Studies, 'branch' | 'semester'>;
	saving: StudiesMutation;
	onSaved: (studies: Studies) => void;
	/** Further buttons, beside the one that saves. */
	children?: ReactNode;
}

/** Branch and semester, chosen from those of the college. */
export function StudiesForm(props: StudiesFormProps) {
	const branches = useQuery(branchesQuery());

	if (branches.isPending) return <Skeleton className="h-40" />;
	if (!branches.data) {
		return (
			<LoadFailure
				message={formErrorMessage(branches.error)}
				onRetry={() => void branches.refetch()}
			/>
		);
	}
	if (branches.data.length === 0) {
		return <p className="text-sm text-ink-soft">The college has not listed its branches yet.</p>;
	}
	return <Fields {...props} branches={branches.data} />;
}

function Fields({
	studies,
	branches,
	saving,
	onSaved,
	children,
}: StudiesFormProps & { branches: readonly StudyBranch[] }) {
	const [branch, setBranch] = useState(studies.branch ?? '');
	const { form, errors, showErrors } = useFormErrors<'branch' | 'semester'>();
	const chosenBranch = branches.find(({ code }) => code === branch);
	const lastSemester = Math.max(
		chosenBranch?.lastSemester ?? CATALOGUE_LIMITS.semesterMax,
		studies.semester ?? 0,
	);

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (saving.isPending) return;
		const semester = Number(new FormData(event.currentTarget).get('semester'));
		const { branchMissing, semesterMissing } = STUDIES_ERRORS;
		showErrors([
			...(branch ? [] : [{ field: 'branch' as const, message: branchMissing.message }]),
			...(semester ? [] : [{ field: 'semester' as const, message: semesterMissing.message }]),
		]);
		if (branch && semester) saving.mutate({ branch, semester }, { onSuccess: onSaved });
	}

	return (
		<form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-4">
			<FormField name="branch" label="Branch" errors={errors}>
				{(control) => (
					<Select {...control} value={branch} onChange={(event) => setBranch(event.target.value)}>
						<option value="">Choose your branch</option>
						{branches.map(({ code, name }) => (
							<option key={code} value={code}>
								{name === code ? code : `${isolated(name)} (${code})`}
							</option>
						))}
					</Select>
				)}
			</FormField>
			<FormField
				name="semester"
				label="Semester"
				hint="It moves on by itself when a term starts."
				errors={errors}
			>
				{(control) => (
					<Select {...control} defaultValue={studies.semester ?? ''}>
						<option value="">Choose your semester</option>
						{[...Array(lastSemester).keys()].map((index) => (
							<option key={index}>{index + 1}</option>
						))}
					</Select>
				)}
			</FormField>
			{saving.error && <FormAlert>{formErrorMessage(saving.error)}</FormAlert>}
			<div className="flex flex-wrap gap-2">
				<Button type="submit" variant="main" busy={saving.isPending}>
					Save studies
				</Button>
				{children}
			</div>
		</form>
	);
}
