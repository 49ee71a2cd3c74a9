import { CATALOGUE_ERRORS } from '#contract/catalogue/errors.ts';
import { CATALOGUE_LIMITS } from '#contract/catalogue/facts.ts';
import { subjectInput } from '#contract/catalogue/list-schemas.ts';
import type { Branch, Subject } from '#contract/catalogue/schemas.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { BranchField } from './branch-field.tsx';
import { type EntryFault, EntryForm } from './entry-form.tsx';

/** The numbers of the semesters: 1 to 10. */
export const SEMESTERS = Array.from(
	{ length: CATALOGUE_LIMITS.semesterMax },
	(_, index) => index + 1,
);

interface SubjectDialogProps {
	open: boolean;
	/** Undefined for a new subject. */
	subject: Subject | undefined;
	others: readonly Subject[];
	branches: readonly Branch[];
	/** The initial values of a new subject. */
	defaults: Partial<Subject>;
	onDone: (subject: Subject) => void;
	onClose: () => void;
}

/** The dialog that adds a subject to the draft, or changes one. */
export function SubjectDialog({
	open,
	subject,
	others,
	onDone,
	onClose,
	branches,
	defaults,
}: SubjectDialogProps) {
	const initial = subject ?? defaults;

	return (
		<Dialog
			open={open}
			onClose={onClose}
			title={subject ? `Subject ${subject.code}` : 'Add subject'}
		>
			<EntryForm
				schema={subjectInput}
				toInput={(texts) => ({ ...texts, semester: Number(texts.semester) })}
				findFault={(entry) => findFault(entry, others, branches)}
				onDone={onDone}
				onClose={onClose}
			>
				{(errorOf) => (
					<>
						<Field label="Code" hint="2 to 12 letters, digits and hyphens." error={errorOf('code')}>
							{(control) => (
								<TextInput
									{...control}
									name="code"
									autoComplete="off"
									defaultValue={initial.code}
								/>
							)}
						</Field>
						<Field label="Name" error={errorOf('name')}>
							{(control) => (
								<TextInput
									{...control}
									name="name"
									autoComplete="off"
									defaultValue={initial.name}
								/>
							)}
						</Field>
						<BranchField branches={branches} initial={initial.branch} error={errorOf('branch')} />
						<Field label="Semester" error={errorOf('semester')}>
							{(control) => (
								<Select {...control} name="semester" defaultValue={initial.semester}>
									{SEMESTERS.map((semester) => (
										<option key={semester}>{semester}</option>
									))}
								</Select>
							)}
						</Field>
					</>
				)}
			</EntryForm>
		</Dialog>
	);
}

function findFault(
	{ code, branch }: Subject,
	others: readonly Subject[],
	branches: readonly Branch[],
): EntryFault | undefined {
	const isTaken = others.some((other) => other.code.toUpperCase() === code.toUpperCase());
	if (isTaken) return { field: 'code', message: CATALOGUE_ERRORS.subjectTaken(code).message };
	const isKnown = branches.some((known) => known.code === branch);
	return isKnown
		? undefined
		: { field: 'branch', message: CATALOGUE_ERRORS.noSuchBranch(branch).message };
}
