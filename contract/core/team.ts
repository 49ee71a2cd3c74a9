/** One of the three team members: configured on the server and embedded in its pages. */
export interface TeamMember {
	name: string;
	/** Empty if not configured. */
	role: string;
	email: string;
}
