/** The user name of the account whose password is entered, for password managers. */
export function HiddenUsername({ value }: { value: string }) {
	return (
		<input type="text" name="username" autoComplete="username" value={value} readOnly hidden />
	);
}
