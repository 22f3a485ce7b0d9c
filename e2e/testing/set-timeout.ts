// Every run of Nx takes seconds, and a test makes several.
jest.setTimeout(5 * 60 * 1000);
