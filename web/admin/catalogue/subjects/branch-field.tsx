import { useState } from 'react';
import { CATALOGUE_MESSAGES } from '#contract/admin/catalogue.ts';
import type { Branch } from '#contract/catalogue/schemas.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';

interface BranchFieldProps {
	branches: readonly Branch[];
	/** The code of the branch that is chosen first. */
	initial: string | undefined;
	error: string | undefined;
}

/**
 * The select for a subject's branch. If a colleague removes the chosen branch meanwhile, it stays as an option, with an
 * error: a select without the chosen option would silently show another branch.
 */
export function BranchField({ branches, initial, error }: BranchFieldProps) {
	const [chosen, setChosen] = useState(() => branches.find(({ code }) => code === initial));
	const gone = branches.some(({ code }) => code === chosen?.code) ? undefined : chosen;

	return (
		<Field label="Branch" error={gone ? CATALOGUE_MESSAGES.branchGone(gone.name) : error}>
			{(control) => (
				<Select
					{...control}
					name="branch"
					value={chosen?.code}
					onChange={({ target }) => setChosen(branches.find(({ code }) => code === target.value))}
				>
					{gone && <option value={gone.code}>{gone.name}</option>}
					{branches.map(({ code, name }) => (
						<option key={code} value={code}>
							{name}
						</option>
					))}
				</Select>
			)}
		</Field>
	);
}
